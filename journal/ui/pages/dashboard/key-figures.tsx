// The figures of the period in one line; each opens the trades it stands on.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count, percent, plain } from '../../amount/format.ts';
import { day } from '../../amount/time.ts';
import { SumResult } from '../../amount/result.tsx';
import { useFilter, useFilterSearch, withFilter } from '../../filter/filter.ts';
import { Figures } from '../../parts/facts.tsx';
import { daysBefore } from '../../filter/period-before.ts';
import { MissingRates } from '../../parts/rates.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { BookMark } from '../accounts/reconciled.tsx';
import { useOpenPositions } from '../accounts/use-open-positions.ts';
import { useEquity } from '../../service/equity.ts';
import { atRisk } from './at-risk.ts';
import { deepest } from './curve.ts';
import { streakOf } from './streak.ts';
import { useRecent } from './use-recent.ts';

export function KeyFigures(): ReactNode {
  const [filter] = useFilter();
  const search = useFilterSearch();
  const trades = (change: Readonly<Record<string, string>> = {}) => `/trades${withFilter(search, change)}`;
  const expectancy = useEndpoint('analytics', 'expectancy', { query: filter });
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  const equity = useEquity(filter);
  const { data: held } = useOpenPositions().held;
  const recent = useRecent();
  return (
    <Loaded query={expectancy} height={64}>
      {(figures) => (
        <>
          <MissingRates problems={figures.problems} />
          <Figures
            convention={figures.convention}
            lead={
              <>
                <Change now={figures.total_pnl} currency={figures.currency} /> <BookMark />
              </>
            }
            rows={[
              [
                'Net P&L',
                <SumResult key="p" value={figures.total_pnl} currency={figures.currency} />,
                undefined,
                trades({ sort: '-pnl' }),
              ],
              [
                'Equity',
                <Amount key="q" value={equity?.value} currency={equity?.currency} />,
                equity === undefined ? undefined : equityNote(equity),
                `/worth${search}`,
              ],
              ['Expectancy', <SumResult key="e" value={figures.expectancy} of="one" />, 'per trade', trades()],
              ['Win rate', percent(figures.win_rate), `of ${count(figures.trade_count)}`, trades({ result: 'win' })],
              ['Profit factor', plain(figures.profit_factor, 2), undefined, `/analytics/results${search}`],
              [
                'Max drawdown',
                <Amount key="d" value={curve.data === undefined ? null : deepest(curve.data)} result />,
                undefined,
                `/analytics/drawdown${search}`,
              ],
              ['Streak', streakOf(recent.data?.items ?? []), undefined, `/trades${search}`],
              [
                'Open risk',
                <Amount key="o" value={held?.open_risk} currency={held?.open_risk === null ? null : held?.currency} />,
                held === undefined ? undefined : atRisk(held),
                `/accounts${search}`,
              ],
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

/** Why there is no figure, or what it lacks. */
function equityNote({ gaps = [], isWhole }: NonNullable<ReturnType<typeof useEquity>>): string {
  if (gaps.length > 0) return `no price of ${gaps.length === 1 ? gaps.join() : `${count(gaps.length)} positions`}`;
  return isWhole ? 'now' : 'positions only';
}

/** Against the days before, as many as these. */
function Change({ now, currency }: { readonly now: number; readonly currency: string }): ReactNode {
  const [filter] = useFilter();
  const before = daysBefore(filter, new Date().toISOString().slice(0, 10));
  const { period: _period, from: _from, to: _to, ...others } = filter;
  const query = { ...others, ...before };
  const earlier = useEndpoint('analytics', 'expectancy', { query }, { enabled: before !== null });
  if (before === null || earlier.data === undefined) return null;
  if (earlier.data.trade_count === 0) return <span className="quiet">no trades in the period before</span>;
  return (
    <span>
      <Amount value={now - earlier.data.total_pnl} currency={currency} result />{' '}
      <span className="quiet" title={`${day(before.from)} to ${day(before.to)}`}>
        against the period before
      </span>
    </span>
  );
}
