// The figures of the period in one line; each opens the trades it stands on.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count, money, percent, plain } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { day, weekday } from '../../amount/time.ts';
import { SumResult } from '../../amount/result.tsx';
import { useFilter, useFilterSearch, withFilter } from '../../filter/filter.ts';
import { Figures } from '../../components/facts.tsx';
import { daysBefore } from '../../filter/period-before.ts';
import { MissingRates } from '../../components/rates.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { BookMark } from '../accounts/reconciled.tsx';
import { useOpenPositions } from '../accounts/use-open-positions.ts';
import { useEquity } from '../../filter/equity.ts';
import { atRisk } from './at-risk.ts';
import { deepest } from './curve.ts';
import { streakOf } from './streak.ts';
import { LastTrades, Trend } from './trend.tsx';
import { useMonths } from './use-months.ts';
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
  const months = useMonths();
  const hidden = useHidden();
  const amount = (value: number) => (hidden ? HIDDEN : money(value));
  return (
    <WhenLoaded query={expectancy} height={64}>
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
                'Win rate',
                percent(figures.win_rate),
                `of ${count(figures.trade_count)}`,
                trades({ result: 'win' }),
                <Trend
                  key="w"
                  name="Win rate"
                  months={months}
                  of={({ win_rate }) => win_rate}
                  level={figures.win_rate ?? 0}
                  format={percent}
                />,
              ],
              [
                'Profit factor',
                plain(figures.profit_factor, 2),
                undefined,
                `/analytics/results${search}`,
                <Trend
                  key="f"
                  name="Profit factor"
                  months={months}
                  of={({ profit_factor }) => profit_factor}
                  level={1}
                  format={(value) => plain(value, 2)}
                />,
              ],
              [
                'Expectancy',
                <SumResult key="e" value={figures.expectancy} of="one" />,
                'per trade',
                trades(),
                <Trend
                  key="x"
                  name="Expectancy"
                  months={months}
                  of={({ expectancy }) => expectancy}
                  level={0}
                  format={amount}
                />,
              ],
              [
                'Streak',
                streakOf(recent.data?.items ?? []),
                undefined,
                `/trades${search}`,
                <LastTrades key="l" newest={recent.data?.items ?? []} />,
              ],
              [
                'Equity',
                <Amount key="q" value={equity?.value} currency={equity?.currency} />,
                equity === undefined ? undefined : equityNote(equity),
                `/worth${search}`,
              ],
              [
                'Max drawdown',
                <Amount key="d" value={curve.data === undefined ? null : deepest(curve.data)} result />,
                undefined,
                `/analytics/drawdown${search}`,
              ],
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
    </WhenLoaded>
  );
}

/** Why there is no figure, or what it lacks. */
function equityNote({ gaps = [], isWhole }: NonNullable<ReturnType<typeof useEquity>>): string | undefined {
  if (gaps.length > 0) return `no price of ${gaps.length === 1 ? gaps.join() : `${count(gaps.length)} positions`}`;
  return isWhole ? undefined : 'positions only';
}

/** Against the days before, as many as these. */
function Change({ now, currency }: { readonly now: number; readonly currency: string }): ReactNode {
  const [filter] = useFilter();
  const before = daysBefore(filter, day(new Date().toISOString()));
  const { period: _period, from: _from, to: _to, ...others } = filter;
  const query = { ...others, ...before };
  const earlier = useEndpoint('analytics', 'expectancy', { query }, { enabled: before !== null });
  if (before === null || earlier.data === undefined) return null;
  if (earlier.data.trade_count === 0) return <span className="quiet">no trades in the previous period</span>;
  return (
    <span>
      <Amount value={now - earlier.data.total_pnl} currency={currency} result />{' '}
      <span className="quiet" title={`${weekday(before.from)} to ${weekday(before.to)}`}>
        vs. previous period
      </span>
    </span>
  );
}
