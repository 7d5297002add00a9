// How many shares a plan may have so that being wrong costs a set share of the account.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field, textOf } from '../../components/field.tsx';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import type { Plan } from './plan.ts';
import { type PositionSize, sizedNumber } from './sized-number.ts';

export function Size({ plan }: { readonly plan: Plan }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Size<span className="visually-hidden"> of {plan.ticker}</span>
      </button>
      {open && <SizeDialog plan={plan} onClose={() => setOpen(false)} />}
    </>
  );
}

function SizeDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }): ReactNode {
  const accounts = useEndpoint('accounts', 'list');
  const known = accounts.data?.find(({ account_id }) => account_id === plan.account_id)?.latest_balance;
  const size = useMutation<PositionSize, Problem, { readonly balance: number; readonly risk: number }>({
    mutationFn: ({ balance, risk }) =>
      api.calculator.positionSize({
        body: { balance, risk_pct: risk, entry: plan.entry_price, stop: plan.stop_loss, target: plan.target_price },
      }),
  });
  const take = useMutation<unknown, Problem, number>({
    mutationFn: (shares) => api.plans.update({ params: { plan_id: plan.id }, body: { shares_planned: shares } }),
    onSuccess: onClose,
    onSettled: () => noteWrite('plan'),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = (name: string) => Number(textOf(event.currentTarget, name).replaceAll(',', ''));
    size.mutate({ balance: read('balance'), risk: read('risk_pct') });
  };
  const shares = size.data === undefined ? null : sizedNumber(size.data, 'share_size');
  return (
    <Dialog title={`Size of ${plan.ticker}`} onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label="Balance"
          name="balance"
          inputMode="decimal"
          required
          defaultValue={known ?? ''}
          key={known}
          problem={size.error}
        />
        <Field
          label="Risk per trade (% of balance)"
          name="risk_pct"
          inputMode="decimal"
          required
          defaultValue="1"
          problem={size.error}
        />
        {size.error && <p role="alert">{size.error.message}</p>}
        <button type="submit" className="button main" disabled={size.isPending}>
          Calculate
        </button>
      </form>
      {size.data && (
        <>
          <Facts
            rows={[
              ['Shares', <Amount key="s" value={shares} as="quantity" />],
              ['1 R', <Amount key="r" value={sizedNumber(size.data, 'account_risk_1r')} />],
              ['Position', <Amount key="p" value={sizedNumber(size.data, 'position_size')} />],
              ['At the target', <Amount key="t" value={sizedNumber(size.data, 'potential_profit')} />],
            ]}
          />
          {size.data.warnings.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
          {take.error && <p role="alert">{take.error.message}</p>}
          {shares !== null && shares >= 1 && (
            <button type="button" className="button" onClick={() => take.mutate(Math.floor(shares))}>
              Apply
            </button>
          )}
        </>
      )}
    </Dialog>
  );
}
