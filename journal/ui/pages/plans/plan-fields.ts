// The fields of a plan, the same for a new one and for one that is changed.
import type { Options } from '../../components/field.tsx';
import type { FieldSpec } from '../../components/form-dialog.tsx';
import type { Plan } from './plan.ts';

/** Why first, then the levels; the values that decide the size stand next to the size. */
export const planFields = (accounts: Options, plan?: Plan): readonly FieldSpec[] => [
  { name: 'ticker', label: 'Instrument', kind: 'ticker', required: true, value: plan?.ticker },
  {
    name: 'direction',
    label: 'Side',
    value: plan?.direction,
    options: [
      ['BOT', 'Long'],
      ['SLD', 'Short'],
    ],
  },
  { name: 'strategy_name', label: 'Strategy', required: true, value: plan?.strategy_name },
  {
    name: 'entry_conditions',
    label: 'Entry conditions',
    kind: 'long',
    required: true,
    value: plan?.entry_conditions,
  },
  { name: 'exit_conditions', label: 'Exit conditions', kind: 'long', value: plan?.exit_conditions },
  { name: 'entry_price', label: 'Entry', kind: 'number', required: true, value: plan?.entry_price },
  { name: 'stop_loss', label: 'Stop', kind: 'number', required: true, value: plan?.stop_loss },
  { name: 'target_price', label: 'Target', kind: 'number', required: true, value: plan?.target_price },
  { name: 'account_id', label: 'Account', options: [['', '–'], ...accounts], value: plan?.account_id },
  { name: BALANCE, label: 'Balance (empty: last known)', kind: 'number' },
  { name: RISK, label: 'Risk per trade (% of balance)', kind: 'number', value: 1 },
  { name: 'shares_planned', label: 'Shares', kind: 'number', value: plan?.shares_planned },
];

export const BALANCE = 'balance';
export const RISK = 'risk_pct';

/** What the size is worked out from is no part of the plan. */
export const isOfPlan = (name: string): boolean => name !== BALANCE && name !== RISK;
