import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { percent } from '../../amount/format.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Odds = Answer<'riskAccounts', 'odds'>;

/** Resampling days takes a moment, so it runs only on request. The next step stands next to the button. */
export function Odds({ id, children }: { readonly id: number; readonly children: ReactNode }): ReactNode {
  const ask = useMutation<Odds, Problem>({ mutationFn: () => api.riskAccounts.odds({ params: { id }, body: {} }) });
  return (
    <>
      <div className="page-tools">
        <button type="button" className="button" disabled={ask.isPending} onClick={() => ask.mutate()}>
          Odds
        </button>
        {children}
      </div>
      {ask.error && <p role="alert">{ask.error.message}</p>}
      {ask.data !== undefined && <OddsFigures odds={ask.data} />}
    </>
  );
}

function OddsFigures({ odds }: { readonly odds: Odds }): ReactNode {
  const between = (interval: readonly number[] | null) =>
    (interval ?? []).map((share) => percent(share, 0)).join(' to ');
  return (
    <div role="status">
      {odds.pass !== null && odds.ruin !== null && (
        <p>
          Simulated from your days, the target is reached first in {percent(odds.pass, 0)} of runs (
          {between(odds.pass_interval)}), and a limit that ends the account is broken in {percent(odds.ruin, 0)} (
          {between(odds.ruin_interval)}).
        </p>
      )}
      <p className="quiet">{odds.convention}</p>
    </div>
  );
}
