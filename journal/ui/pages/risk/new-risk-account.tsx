import type { ReactNode } from 'react';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { FormValues } from '../../parts/form-values.ts';
import { useAccountOptions } from '../../service/accounts.ts';
import { api } from '../../service/client.ts';
import { riskBody } from './risk-body.ts';

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
        { name: 'day_limit', label: 'A day may lose', kind: 'number' },
        { name: 'day_from', label: 'Counted from', options: ANCHORS },
        { name: 'drawdown_limit', label: 'Equity may fall by', kind: 'number' },
        { name: 'drawdown_kind', label: 'The floor', options: KINDS },
        { name: 'lock_at', label: 'The floor stops rising at', kind: 'number' },
        { name: 'profit_target', label: 'Profit target', kind: 'number' },
        { name: 'max_size', label: 'Most open at once', kind: 'number' },
        { name: 'time', label: 'The day ends at (17:00)' },
        { name: 'zone', label: 'Clocks of', value: 'America/New_York' },
        { name: 'source', label: 'Where the rules are stated' },
        { name: 'refuse_plans', label: 'Refuse assistants’ plans that risk more than is left', kind: 'flag' },
      ]}
      save={(values: FormValues) => api.riskAccounts.create({ body: riskBody(values) as never })}
    />
  );
}
