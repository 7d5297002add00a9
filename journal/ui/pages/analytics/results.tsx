import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count, percent, plain } from '../../amount/format.ts';
import { useFilter } from '../../filter/filter.ts';
import { Facts } from '../../components/facts.tsx';
import { Card } from '../../components/card.tsx';
import { NoneInPeriod } from '../../components/none-in-period.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { Basis } from './basis.tsx';
import { DayPictures } from './day-pictures.tsx';
import { MeanSentence } from './standing.tsx';
import { SystemQuality } from './system-quality.tsx';

export function Results(): ReactNode {
  return (
    <>
      <Opening />
      <Figures />
      <DayPictures />
      <SystemQuality />
    </>
  );
}

function Opening(): ReactNode {
  const [filter] = useFilter();
  const { data } = useEndpoint('analytics', 'sqn', { query: filter });
  return data !== undefined && <MeanSentence of={data} />;
}

function Figures(): ReactNode {
  const [filter] = useFilter();
  const expectancy = useEndpoint('analytics', 'expectancy', { query: filter });
  return (
    <Card name="Results">
      <WhenLoaded query={expectancy} height={200}>
        {(figures) => (
          <>
            <Facts
              led
              rows={[
                ['Net P&L', <Amount key="p" value={figures.total_pnl} currency={figures.currency} result />],
                ['Expectancy per trade', <Amount key="e" value={figures.expectancy} result />],
                ['Win rate', `${percent(figures.win_rate)} of ${count(figures.trade_count)}`],
                ['Average win', <Amount key="w" value={figures.avg_win} />],
                ['Average loss', <Amount key="l" value={figures.avg_loss} />],
                ['Payoff', plain(figures.payoff_ratio, 2)],
                ['Profit factor', plain(figures.profit_factor, 2)],
                ['Largest win', <Amount key="lw" value={figures.largest_win} />],
                ['Largest loss', <Amount key="ll" value={figures.largest_loss} />],
                ['Longest winning run', count(figures.max_consecutive_wins)],
                ['Longest losing run', count(figures.max_consecutive_losses)],
                ['Won, lost, even', `${figures.wins}, ${figures.losses}, ${figures.break_evens}`],
              ]}
            />
            {figures.trade_count === 0 ? (
              <NoneInPeriod>No trade was closed in this period.</NoneInPeriod>
            ) : (
              !figures.reliable && <p className="quiet">Fewer than 30 trades: these figures are only an indication.</p>
            )}
            <Basis of={figures} />
          </>
        )}
      </WhenLoaded>
    </Card>
  );
}
