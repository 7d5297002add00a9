// The days of the period: added up, how often each result came, what a trade brought lately, and month after month.
import { histogram, lineChart, waterfall } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { count, money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { inMonth, onDays, useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { rollingExpectancy, WINDOW } from './rolling.ts';

type Curve = Answer<'analytics', 'equityCurve'>;

export function DayPictures(): ReactNode {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  return (
    <WhenLoaded query={curve} height={260}>
      {(found) =>
        found.days.length < 2 ? null : (
          <>
            <Cumulative curve={found} />
            <DayHistogram curve={found} />
            <Rolling curve={found} />
            <Months curve={found} />
          </>
        )
      }
    </WhenLoaded>
  );
}

/** Each day with the sum of all up to it. */
function sumsOf(days: Curve['days']) {
  let sum = 0;
  return days.map(({ day, pnl, trade_count }) => ({ day, pnl, trade_count, sum: (sum += pnl) }));
}

function Cumulative({ curve }: { readonly curve: Curve }): ReactNode {
  const hidden = useHidden();
  const open = useOpenTrades();
  const [, change] = useFilter();
  const sums = sumsOf(curve.days);
  const format = (value: number) => (hidden ? HIDDEN : money(value));
  const draw = useCallback(
    (width: number) =>
      lineChart({
        label: hidden ? 'Cumulative P&L' : `Cumulative P&L to ${money(sums.at(-1)?.sum)} ${curve.currency}`,
        width,
        height: width < 500 ? 180 : 220,
        lines: [
          {
            name: 'Cumulative P&L',
            points: sums.map(({ day, sum }) => [Date.parse(day), sum] as const),
            tone: 'first',
            fill: { to: 0, as: 'gain and loss' },
          },
        ],
        strips: sums.map(({ day, pnl, trade_count, sum }) => ({
          x: Date.parse(day),
          title: `${weekday(day)}\nAdded up ${format(sum)}\nThat day ${format(pnl)}, trades: ${trade_count}`,
          key: day,
        })),
        format: (value) => (hidden ? '' : short(value)),
      }),
    [curve, hidden],
  );
  return (
    <Card name="Cumulative P&L" headed>
      <Picture
        name="Cumulative P&L"
        draw={draw}
        onKey={(day) => open(onDays(day, day))}
        onBrush={(from, to) => {
          const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
          change({ from: dayOf(from), to: dayOf(to), period: null });
        }}
        table={{
          head: ['Day', 'Result', 'Trades', 'Cumulative P&L'],
          rows: sums.map(({ day, pnl, trade_count, sum }) => ({
            key: day,
            cells: [day, amountCell(pnl, hidden), numberCell(trade_count, count), amountCell(sum, hidden)],
          })),
        }}
      />
    </Card>
  );
}

function DayHistogram({ curve }: { readonly curve: Curve }): ReactNode {
  const hidden = useHidden();
  const draw = useCallback(
    (width: number) =>
      histogram({
        label: `Daily P&L distribution, over ${curve.days.length} days`,
        width,
        height: width < 500 ? 150 : 180,
        values: curve.days.map(({ pnl }) => pnl),
        format: (value) => (hidden ? '' : short(value)),
      }),
    [curve, hidden],
  );
  return (
    <Card name="Daily P&L distribution" headed>
      <Picture
        name="Daily P&L"
        draw={draw}
        table={{
          head: ['Day', 'Result'],
          rows: curve.days.map(({ day, pnl }) => ({ cells: [day, amountCell(pnl, hidden)] })),
        }}
      />
    </Card>
  );
}

/** Whether it holds: what a trade brought on average lately, with the room chance leaves it. */
function Rolling({ curve }: { readonly curve: Curve }): ReactNode {
  const hidden = useHidden();
  const open = useOpenTrades();
  const points = rollingExpectancy(curve.days);
  const last = points.at(-1);
  const format = (value: number) => (hidden ? HIDDEN : money(value));
  const draw = useCallback(
    (width: number) =>
      lineChart({
        label: `Rolling expectancy over ${WINDOW} trades, at the end ${format(last?.mean ?? 0)}`,
        width,
        height: width < 500 ? 180 : 220,
        lines: [
          {
            name: 'Per trade',
            points: points.map(({ day, mean }) => [Date.parse(day), mean] as const),
            tone: 'first',
          },
        ],
        bands: [
          {
            name: '95 % confidence',
            points: points.map(({ day, mean, within }) => [Date.parse(day), mean - within, mean + within] as const),
            tone: 'first',
          },
        ],
        strips: points.map(({ day, mean, within, count: n }) => ({
          x: Date.parse(day),
          title: `${weekday(day)}\nPer trade ${format(mean)}\n95 % margin ${format(within)}, over ${n} trades`,
          key: day,
        })),
        including: [0],
        format: (value) => (hidden ? '' : short(value)),
      }),
    [curve, hidden],
  );
  if (last === undefined) return null;
  return (
    <Card name={`Rolling expectancy (${WINDOW} trades)`} headed>
      <Picture
        name="Rolling expectancy"
        draw={draw}
        onKey={(day) => open(onDays(day, day))}
        table={{
          head: ['Day', 'Per trade', '95 % margin', 'Trades'],
          rows: points.map(({ day, mean, within, count: n }) => ({
            key: day,
            cells: [day, amountCell(mean, hidden), amountCell(within, hidden), numberCell(n, count)],
          })),
        }}
      />
      <p className="quiet">
        Of the last {WINDOW} trades or more, by whole days. The true average is within the band with 95 % confidence; if
        the band includes zero, the result may be chance.
      </p>
    </Card>
  );
}

const monthWords = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** YYYY-MM as Nov 26. */
const monthName = (month: string): string => `${monthWords[Number(month.slice(5)) - 1] ?? ''} ${month.slice(2, 4)}`;

/** How the sum of the period came about, month by month. */
function Months({ curve }: { readonly curve: Curve }): ReactNode {
  const hidden = useHidden();
  const open = useOpenTrades();
  const months = [...Map.groupBy(curve.days, ({ day }) => day.slice(0, 7))].map(([month, days]) => ({
    month,
    pnl: days.reduce((sum, { pnl }) => sum + pnl, 0),
    trades: days.reduce((sum, { trade_count }) => sum + trade_count, 0),
  }));
  const format = (value: number) => (hidden ? HIDDEN : money(value));
  const draw = useCallback(
    (width: number) =>
      waterfall({
        label: `How ${format(curve.final_equity)} came about over ${months.length} months`,
        width,
        height: width < 500 ? 180 : 220,
        steps: months.map(({ month, pnl, trades }) => ({
          name: monthName(month),
          value: pnl,
          title: `${monthName(month)}\n${format(pnl)}, trades: ${trades}`,
          key: month,
        })),
        sum: 'All',
        format: (value) => (hidden ? '' : short(value)),
      }),
    [curve, hidden],
  );
  if (months.length < 2) return null;
  return (
    <Card name="Month by month" headed>
      <Picture
        name="Month by month"
        draw={draw}
        onKey={(month) => open(inMonth(month))}
        table={{
          head: ['Month', 'Result', 'Trades'],
          rows: months.map(({ month, pnl, trades }) => ({
            key: month,
            cells: [month, amountCell(pnl, hidden), numberCell(trades, count)],
          })),
        }}
      />
    </Card>
  );
}
