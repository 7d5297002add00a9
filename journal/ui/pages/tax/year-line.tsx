// What the year has realised so far, cumulative by term.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { inMonth, useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import type { Answer } from '../../client/client.ts';
import { addUpMonths } from './months.ts';

export function YearLine({ summary }: { readonly summary: Answer<'tax', 'ytdSummary'> }): ReactNode {
  const hidden = useHidden();
  const openTrades = useOpenTrades();
  const { tax_year: year, computed_at, by_month } = summary;
  const ends = addUpMonths(by_month, year, computed_at.slice(0, 10));
  const draw = useCallback(
    (width: number) => {
      const amount = (value: number) => (hidden ? HIDDEN : money(value));
      const begin = Date.parse(`${year}-01-01`);
      return lineChart({
        label: `Realised in ${year}, cumulative by term`,
        width,
        height: width < 500 ? 180 : 200,
        lines: [
          {
            name: 'Short term',
            points: [[begin, 0], ...ends.map((end) => [Date.parse(end.day), end.short] as const)],
            tone: 'first',
          },
          {
            name: 'Long term',
            points: [[begin, 0], ...ends.map((end) => [Date.parse(end.day), end.long] as const)],
            tone: 'second',
          },
        ],
        strips: ends.map((end) => ({
          x: Date.parse(end.day),
          key: end.month,
          title: `Until ${weekday(end.day)}\nShort term ${amount(end.short)}\nLong term ${amount(end.long)}`,
        })),
        including: [0],
        format: (value) => (hidden ? '' : short(value)),
      });
    },
    [summary, hidden],
  );
  if (by_month.length === 0) return null;
  return (
    <section className="card" aria-labelledby="year-line">
      <h2 id="year-line">Year to date</h2>
      <Picture
        name="Realised by term"
        draw={draw}
        onKey={(month) => openTrades(inMonth(month))}
        table={{
          head: ['Until', 'Short term', 'Long term'],
          rows: ends.map((end) => ({
            key: end.month,
            cells: [end.day, amountCell(end.short, hidden), amountCell(end.long, hidden)],
          })),
        }}
      />
    </section>
  );
}
