// Where trades like these may lead: how simulated paths spread, trade by trade.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { count, money, percent, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, type Cell, numberCell } from '../../charts/table.ts';
import type { Answer } from '../../client/client.ts';

type Drawdown = Answer<'analytics', 'drawdown'>;
type Spread = NonNullable<Drawdown['equity_fan']>;

interface FanProps {
  readonly spread: Spread;
  /** The equity the paths start from; null where only shares of it are known. */
  readonly start: number | null;
  readonly paths: number;
}

export function Fan({ spread, start, paths }: FanProps): ReactNode {
  const hidden = useHidden();
  const formatMultiple = (multiple: number) => (start === null ? percent(multiple, 0) : money(multiple * start));
  const draw = useCallback(
    (width: number) => {
      const at = (multiple: number | undefined) => (multiple ?? Number.NaN) * (start ?? 100);
      const between = (low: readonly number[], high: readonly number[]) =>
        spread.trades.map((trade, i) => [trade, at(low[i]), at(high[i])] as const);
      return lineChart({
        label: `Equity over the next ${spread.trades.at(-1) ?? 0} trades by ${paths} simulated paths`,
        width,
        height: width < 500 ? 200 : 260,
        lines: [
          {
            name: 'Median',
            points: spread.trades.map((trade, i) => [trade, at(spread.p50[i])] as const),
            tone: 'first',
          },
        ],
        bands: [
          { name: '90 % of paths', points: between(spread.p5, spread.p95), tone: 'quiet' },
          { name: '50 % of paths', points: between(spread.p25, spread.p75), tone: 'first' },
        ],
        rules: [{ at: { y: at(1) }, name: 'today' }],
        format: (value) => (start === null ? `${short(value)} %` : hidden ? HIDDEN : short(value)),
        formatX: count,
      });
    },
    [spread, start, paths, hidden],
  );
  const cell = (multiple: number | undefined): Cell =>
    start === null
      ? numberCell(multiple, (value) => percent(value, 0))
      : amountCell(multiple === undefined ? null : multiple * start, hidden, money);
  return (
    <>
      <h2>The next {count(spread.trades.at(-1) ?? 0)} trades, simulated</h2>
      <p>
        Half of {count(paths)} paths end between{' '}
        {hidden && start !== null ? HIDDEN : formatMultiple(spread.p25.at(-1) ?? 1)} and{' '}
        {hidden && start !== null ? HIDDEN : formatMultiple(spread.p75.at(-1) ?? 1)}.
      </p>
      <Picture
        name="Simulated equity"
        draw={draw}
        table={{
          head: [
            'Trades from now',
            '5th percentile',
            '25th percentile',
            'Median',
            '75th percentile',
            '95th percentile',
          ],
          rows: spread.trades.map((trade, i) => ({
            cells: [
              numberCell(trade, count),
              ...[spread.p5, spread.p25, spread.p50, spread.p75, spread.p95].map((column) => cell(column[i])),
            ],
          })),
        }}
      />
    </>
  );
}
