// The System Quality Number: how steadily the trades pay, in one number, and what it means.
import type { ReactNode } from 'react';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { useFilter } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { Basis } from './basis.tsx';

export function SystemQuality(): ReactNode {
  const [filter] = useFilter();
  const quality = useEndpoint('analytics', 'sqn', { query: filter });
  return (
    <Card name="System quality" headed>
      <WhenLoaded query={quality} height={120}>
        {(found) => {
          if (found.sqn === null) return <Empty>At least two closed trades are needed.</Empty>;
          const inR = found.measure === 'R';
          return (
            <>
              <Facts
                rows={[
                  ['SQN', plain(found.sqn, 2)],
                  ['Grade', found.grade ?? '–'],
                  [
                    'Mean',
                    inR ? <Multiple key="m" value={found.mean_r} /> : <Amount key="m" value={found.mean_r} result />,
                  ],
                  ['Standard deviation', inR ? `${plain(found.std_r, 2)} R` : <Amount key="s" value={found.std_r} />],
                ]}
              />
              <Basis of={found} />
              <p className="quiet">
                The mean result divided by its standard deviation, times the square root of the number of trades: it
                measures consistency, not size. Below 1.6 is poor, up to 2 average, up to 2.5 good, more is excellent.
                It grows with the number of trades, so compare similar counts only.
              </p>
            </>
          );
        }}
      </WhenLoaded>
    </Card>
  );
}
