// The fields of an execution, the same for a new one and for one that is corrected.
import { wallClock, zoneName } from '../../amount/time.ts';
import type { Options } from '../../components/field.tsx';
import type { FieldSpec } from '../../components/form-dialog.tsx';
import type { Answer } from '../../client/client.ts';

export type Execution = Answer<'trades', 'get'>;

const sides: Options = [
  ['BOT', 'Buy'],
  ['SLD', 'Sell'],
];

interface FormContext {
  readonly accounts: Options;
  readonly zone: string;
}

export function newFields({ accounts, zone }: FormContext): readonly FieldSpec[] {
  return [
    { name: 'instrument', label: 'Instrument', required: true },
    { name: 'action', label: 'Side', options: sides },
    { name: 'quantity', label: 'Quantity', kind: 'number', required: true },
    { name: 'price', label: 'Price', kind: 'number', required: true },
    { name: 'account_id', label: 'Account', options: accounts },
    { name: 'time', label: `Time (${zoneName(zone)}; empty: now)`, kind: 'moment' },
    { name: 'commission', label: 'Fees', kind: 'number' },
    { name: 'currency', label: 'Currency (if not the default)' },
    { name: 'risk_amount', label: 'Risk amount (1R)', kind: 'number' },
    { name: 'notes', label: 'Notes', kind: 'long' },
  ];
}

export function fieldsOf(execution: Execution, { accounts, zone }: FormContext): readonly FieldSpec[] {
  return [
    { name: 'instrument', label: 'Instrument', required: true, value: execution.instrument },
    { name: 'action', label: 'Side', options: sides, value: execution.action },
    { name: 'quantity', label: 'Quantity', kind: 'number', required: true, value: execution.quantity },
    { name: 'price', label: 'Price', kind: 'number', required: true, value: execution.price },
    { name: 'account_id', label: 'Account', options: accounts, value: execution.account_id },
    {
      name: 'time',
      label: `Time (${zoneName(zone)})`,
      kind: 'moment',
      required: true,
      value: wallClock(execution.time, zone),
    },
    { name: 'commission', label: 'Fees', kind: 'number', value: execution.commission },
    { name: 'multiplier', label: 'Multiplier', kind: 'number', value: execution.multiplier },
    { name: 'currency', label: 'Currency', value: execution.currency },
    { name: 'risk_amount', label: 'Risk amount (1R)', kind: 'number', value: execution.risk_amount },
    { name: 'notes', label: 'Notes', kind: 'long', value: execution.notes },
  ];
}
