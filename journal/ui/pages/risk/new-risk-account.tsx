import type { ReactNode } from 'react';
import { type FieldSpec, FormDialog } from '../../components/form-dialog.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { useAccountOptions } from '../../components/accounts.ts';
import { type Answer, api } from '../../client/client.ts';
import { changedRisk, riskBody } from './risk-body.ts';

const KINDS = [
  ['static', 'Fixed from the start'],
  ['trailing_close', 'Trails the highest end-of-day balance'],
  ['trailing_balance', 'Trails the highest closed balance'],
  ['trailing_intraday', 'Trails the highest equity'],
] as const;

const ANCHORS = [
  ['balance', 'The day’s starting balance'],
  ['equity', 'The day’s starting equity'],
  ['higher', 'The higher of both'],
  ['high', 'The day’s high'],
] as const;

type RiskAccount = Answer<'riskAccounts', 'list'>['items'][number];

const limitFields = (account?: RiskAccount): FieldSpec[] => [
  { name: 'day_limit', label: 'Daily loss limit', kind: 'number', value: account?.daily_loss?.limit },
  { name: 'day_from', label: 'Measured from', options: ANCHORS, value: account?.daily_loss?.from },
  { name: 'drawdown_limit', label: 'Maximum drawdown', kind: 'number', value: account?.drawdown?.limit },
  { name: 'drawdown_kind', label: 'Drawdown type', options: KINDS, value: account?.drawdown?.kind },
  { name: 'lock_at', label: 'Floor stops trailing at', kind: 'number', value: account?.drawdown?.lock_at },
  { name: 'profit_target', label: 'Profit target', kind: 'number', value: account?.profit_target },
  { name: 'max_size', label: 'Max open quantity', kind: 'number', value: account?.max_size },
];

const otherFields = (account?: RiskAccount): FieldSpec[] => [
  { name: 'source', label: 'Source of the rules', value: account?.source },
  {
    name: 'refuse_plans',
    label: 'Refuse assistants’ plans that exceed the remaining risk',
    kind: 'flag',
    value: account?.refuse_plans,
  },
];

/** Other limits from a day on; what was judged by those before stays so. */
export function EditRiskAccount({ account }: { readonly account: RiskAccount }): ReactNode {
  return (
    <FormDialog
      button="Edit"
      about={account.name}
      title={`Edit ${account.name}`}
      wide
      changes="risk_account"
      fields={[
        { name: 'name', label: 'Name', required: true, value: account.name },
        ...limitFields(account),
        { name: 'valid_from', label: 'Valid from (empty: its first day)', kind: 'date' },
        ...otherFields(account),
      ]}
      save={(values: FormValues) =>
        api.riskAccounts.update({ params: { id: account.id }, body: changedRisk(values, account) })
      }
    />
  );
}

export function NewRiskAccount(): ReactNode {
  const accounts = useAccountOptions();
  return (
    <FormDialog
      button="New limits"
      title="New limits"
      main
      wide
      changes="risk_account"
      fields={[
        { name: 'name', label: 'Name', required: true },
        { name: 'account_id', label: 'Account', options: accounts },
        { name: 'start', label: 'Starting balance', kind: 'number', required: true },
        { name: 'from', label: 'First day', kind: 'date', required: true },
        ...limitFields(),
        { name: 'time', label: 'Day ends at (17:00)' },
        { name: 'zone', label: 'Time zone', value: 'America/New_York' },
        ...otherFields(),
      ]}
      save={(values: FormValues) => api.riskAccounts.create({ body: riskBody(values) as never })}
    />
  );
}
