import { histogram } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Multiple } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { Picture } from '../../charts/picture.tsx';
import { useFilter } from '../../filter/filter.ts';
import { Facts } from '../../parts/facts.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { Basis } from './basis.tsx';

export function Multiples(): ReactNode {
  const [filter] = useFilter();
  const multiples = useEndpoint('analytics', 'rMultiples', { query: filter });
  return (
    <section className="card" aria-label="R">
      <Loaded query={multiples} height={240}>
        {(found) =>
          found.trades.length === 0 ? (
            <Empty>No trade has a recorded risk. Give a trade its risk or a plan its stop, and R is known.</Empty>
          ) : (
            <>
              <Facts
                rows={[
                  ['Mean', <Multiple key="m" value={found.mean_r} />],
                  ['Best', <Multiple key="b" value={found.best_r} />],
                  ['Worst', <Multiple key="w" value={found.worst_r} />],
                ]}
              />
              <Distribution values={found.trades.map(({ r }) => r)} />
              <Basis of={found} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Distribution({ values }: { readonly values: readonly number[] }): ReactNode {
  const draw = useCallback(
    (width: number) =>
      histogram({
        label: `Distribution of ${values.length} results in R`,
        width,
        height: 200,
        values,
        format: (value) => `${plain(value, 1)} R`,
      }),
    [values],
  );
  return <Picture draw={draw} />;
}
