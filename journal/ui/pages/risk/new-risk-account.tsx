import type { ReactNode } from 'react';
import { type FieldSpec, FormDialog } from '../../components/form-dialog.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { useAccountOptions } from '../../client/accounts.ts';
import { type Answer, api } from '../../client/client.ts';
import { changedRisk, riskBody } from './risk-body.ts';

const KINDS = [
  ['static', 'Fixed: from the start'],
  ['trailing_close', 'Follows the highest balance at a day’s end'],
  ['trailing_balance', 'Follows the highest closed balance'],
  ['trailing_intraday', 'Follows the highest equity'],
] as const;

const ANCHORS = [
  ['balance', 'The day’s starting balance'],
  ['equity', 'The day’s starting equity'],
  ['higher', 'The higher of both'],
  ['high', 'The day’s high'],
] as const;

type RiskAccount = Answer<'riskAccounts', 'list'>['items'][number];

const limitFields = (account?: RiskAccount): FieldSpec[] => [
  { name: 'day_limit', label: 'A day may lose', kind: 'number', value: account?.daily_loss?.limit },
  { name: 'day_from', label: 'Counted from', options: ANCHORS, value: account?.daily_loss?.from },
  { name: 'drawdown_limit', label: 'Equity may fall by', kind: 'number', value: account?.drawdown?.limit },
  { name: 'drawdown_kind', label: 'The floor', options: KINDS, value: account?.drawdown?.kind },
  { name: 'lock_at', label: 'The floor stops rising at', kind: 'number', value: account?.drawdown?.lock_at },
  { name: 'profit_target', label: 'Profit target', kind: 'number', value: account?.profit_target },
  { name: 'max_size', label: 'Max open quantity', kind: 'number', value: account?.max_size },
];

const otherFields = (account?: RiskAccount): FieldSpec[] => [
  { name: 'source', label: 'Where the rules are stated', value: account?.source },
  {
    name: 'refuse_plans',
    label: 'Refuse assistants’ plans that risk more than is left',
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
        { name: 'valid_from', label: 'Holds from (its first day when empty)', kind: 'date' },
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
        { name: 'time', label: 'The day ends at (17:00)' },
        { name: 'zone', label: 'Clocks of', value: 'America/New_York' },
        ...otherFields(),
      ]}
      save={(values: FormValues) => api.riskAccounts.create({ body: riskBody(values) as never })}
    />
  );
}
