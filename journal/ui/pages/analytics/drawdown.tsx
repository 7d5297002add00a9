import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count, percent, plain } from '../../amount/format.ts';
import { useFilter } from '../../filter/filter.ts';
import { Facts } from '../../components/facts.tsx';
import { Card } from '../../components/card.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { Basis } from './basis.tsx';
import { Fan } from './fan.tsx';
import { UnderWater } from './under-water.tsx';

export function Drawdown(): ReactNode {
  const [filter] = useFilter();
  const drawdown = useEndpoint('analytics', 'drawdown', { query: { ...filter, simulations: 2000 } });
  return (
    <>
      <UnderWater />
      <Card name="Drawdown">
        <WhenLoaded query={drawdown} height={240}>
          {(found) => (
            <>
              <Facts
                rows={[
                  ['Max drawdown', <Amount key="d" value={found.max_drawdown} currency={found.currency} />],
                  ['Current drawdown', <Amount key="n" value={found.current_drawdown} />],
                  [
                    'Median, simulated',
                    found.max_drawdown_median === null ? '–' : `${plain(found.max_drawdown_median, 1)} %`,
                  ],
                  ['Risk of ruin', percent(found.risk_of_ruin)],
                  ['Paths', count(found.simulations_run)],
                ]}
              />
              {found.equity_fan !== null && found.simulations_run > 0 && (
                <Fan spread={found.equity_fan} start={found.simulated_from} paths={found.simulations_run} />
              )}
              <Basis of={found} />
            </>
          )}
        </WhenLoaded>
      </Card>
    </>
  );
}
