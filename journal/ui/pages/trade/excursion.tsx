// How far the price went for and against the trade: computed on request, and stored.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { Facts } from '../../components/facts.tsx';
import { noteWrite } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Trip = Answer<'roundTrips', 'get'>;
type Excursion = Answer<'analytics', 'excursion'>;

const share = (value: number | null) => (value === null ? '–' : `${plain(value, 2)} %`);

export function ComputedExcursion({ trip }: { readonly trip: Trip }): ReactNode {
  const [first] = trip.entry_exec_ids;
  const compute = useMutation<Excursion, Problem>({
    mutationFn: () => api.analytics.excursion({ params: { exec_id: first ?? '' } }),
    onSuccess: () => noteWrite('excursion'),
  });
  return (
    <>
      <button type="button" className="button" disabled={compute.isPending} onClick={() => compute.mutate()}>
        Compute best and worst price
      </button>
      {compute.error && <p role="alert">{compute.error.message}</p>}
      {compute.data && (
        <div role="status">
          <Facts
            convention={compute.data.convention}
            rows={[
              ['Best (MFE)', <Amount key="f" value={compute.data.mfe} result />],
              ['Of the entry', share(compute.data.mfe_pct)],
              ['Worst (MAE)', <Amount key="a" value={compute.data.mae === null ? null : -compute.data.mae} result />],
              ['Of the entry, against', share(compute.data.mae_pct)],
              ['MFE captured', share(compute.data.bso_pct)],
              ['Best exit', <Amount key="b" value={compute.data.best_exit_price} as="price" />],
            ]}
          />
        </div>
      )}
    </>
  );
}
