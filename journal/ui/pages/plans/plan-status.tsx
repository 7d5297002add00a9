// The status of a plan, and its resulting trade: one of those in its instrument, by day.
import { type ReactNode, useState } from 'react';
import { moment } from '../../amount/time.ts';
import type { Options } from '../../components/field.tsx';
import { OpenForm } from '../../components/form-dialog.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { nameOf, type Plan, statuses } from './plan.ts';

const OFFERED = 50;

export function PlanStatus({ plan }: { readonly plan: Plan }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Status<span className="visually-hidden"> {nameOf(plan)}</span>
      </button>
      {open && <StatusForm plan={plan} onClose={() => setOpen(false)} />}
    </>
  );
}

function StatusForm({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }): ReactNode {
  const executions = useTrades(plan);
  if (executions === null) return null;
  return (
    <OpenForm
      title={`Status of ${nameOf(plan)}`}
      changes="plan"
      form={`plan-status:${plan.id}`}
      onClose={onClose}
      fields={[
        { name: 'status', label: 'Status', options: statuses, value: plan.status },
        {
          name: 'linked_trade_id',
          label: 'Resulting execution',
          options: executions,
          value: plan.linked_trade_id,
        },
      ]}
      save={({ status, linked_trade_id }) =>
        api.plans.setStatus({
          params: { plan_id: plan.id },
          body: {
            status: status as Plan['status'],
            ...(linked_trade_id !== undefined && { linked_trade_id: String(linked_trade_id) }),
          },
        })
      }
    />
  );
}

/** The latest of its instrument; null until they are there. */
function useTrades({ ticker, linked_trade_id }: Plan): Options | null {
  const found = useEndpoint('trades', 'list', { query: { instrument: ticker, limit: OFFERED } });
  if (found.isPending) return null;
  const offered = (found.data?.items ?? []).map(
    ({ exec_id, action, time }) => [exec_id, `${action === 'BOT' ? 'Bought' : 'Sold'} ${moment(time)}`] as const,
  );
  const isOffered = offered.some(([execId]) => execId === linked_trade_id);
  return [
    ['', offered.length === 0 ? `No trade in ${ticker} yet` : '–'],
    ...(linked_trade_id === null || isOffered ? [] : [[linked_trade_id, linked_trade_id] as const]),
    ...offered,
  ];
}
