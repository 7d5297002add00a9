import { histogram } from '@zorivest/pictures';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Multiple } from '../../amount/amount.tsx';
import { count, plain } from '../../amount/format.ts';
import { useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { numberCell } from '../../charts/table.ts';
import { useFilter } from '../../filter/filter.ts';
import { Facts } from '../../components/facts.tsx';
import { Card } from '../../components/card.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { Basis } from './basis.tsx';
import { Excursions } from './excursions.tsx';
import { MeanSentence } from './standing.tsx';

export function Multiples(): ReactNode {
  const [filter] = useFilter();
  const multiples = useEndpoint('analytics', 'rMultiples', { query: filter });
  return (
    <>
      {multiples.data !== undefined && <MeanSentence of={multiples.data} />}
      <Card name="R">
        <WhenLoaded query={multiples} height={240}>
          {(found) =>
            found.trades.length === 0 ? (
              <Empty>No trade has a recorded risk. R needs the risk of a trade, or a plan with a stop.</Empty>
            ) : (
              <>
                <Facts
                  led
                  rows={[
                    ['Mean', <Multiple key="m" value={found.mean_r} />],
                    ['Best', <Multiple key="b" value={found.best_r} />],
                    ['Worst', <Multiple key="w" value={found.worst_r} />],
                    ['Trades', count(found.trade_count)],
                  ]}
                />
                <Distribution trades={found.trades} />
                <Basis of={found} />
              </>
            )
          }
        </WhenLoaded>
      </Card>
      <Excursions />
    </>
  );
}

type Trades = Answer<'analytics', 'rMultiples'>['trades'];

function Distribution({ trades }: { readonly trades: Trades }): ReactNode {
  const open = useOpenTrades();
  const values = useMemo(() => trades.map(({ r }) => r), [trades]);
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
  const best = Math.max(...values);
  return (
    <Picture
      name="Results in R"
      draw={draw}
      onKey={(range) => {
        const [from = '', to = ''] = range.split('..');
        // The last bar holds its upper end too.
        open({ slice: Number(to) >= best ? `r:${from}..` : `r:${range}` });
      }}
      table={{
        head: ['Trade', 'R'],
        rows: trades.map(({ id, r }) => ({ cells: [id, numberCell(r, (value) => plain(value, 2))] })),
      }}
    />
  );
}
