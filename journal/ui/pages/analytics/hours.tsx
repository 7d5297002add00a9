// When in the week trades work, and when each tag does: an hour within it is a cell.
import { heatMap } from '@zorivest/pictures';
import { type ReactNode, useCallback, useState } from 'react';
import { count, multiple, percent, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { NoneInPeriod } from '../../components/none-in-period.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';

type Cells = Answer<'analytics', 'hoursOfWeek'>['cells'];

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const HoursOfWeek = (): ReactNode => <Hours title="Time of day and weekday" rows="weekday" />;

export const HoursOfTags = (): ReactNode => <Hours title="Time of day and tag" rows="tag" />;

type Rows = 'weekday' | 'tag';

function Hours({ title, rows }: { readonly title: string; readonly rows: Rows }): ReactNode {
  const [filter] = useFilter();
  const found = useEndpoint('analytics', 'hoursOfWeek', { query: { ...filter, rows } });
  return (
    <Card name={title} headed>
      <WhenLoaded query={found} height={220}>
        {({ cells }) =>
          cells.length === 0 ? (
            <NoneInPeriod>No trade in this period has a time of day.</NoneInPeriod>
          ) : (
            <CellMap cells={cells} rows={rows} />
          )
        }
      </WhenLoaded>
    </Card>
  );
}

/** A map of more rows is a list. */
const MOST_ROWS = 10;
/** Characters of a name next to its row. */
const LONGEST = 20;

/** The days of a week in their order; else those with the most trades first. */
function rowsOf(cells: Cells, rows: Rows): string[] {
  const names = [...new Set(cells.map((cell) => cell[rows] ?? ''))];
  const place = (name: string) =>
    rows === 'weekday'
      ? WEEKDAYS.indexOf(name)
      : -cells.reduce((sum, cell) => (cell.tag === name ? sum + cell.trade_count : sum), 0);
  return names.toSorted((a, b) => place(a) - place(b));
}

type Cell = Cells[number];

/** The value of a cell; its colour starts from neutral. */
const measures = {
  Money: { of: ({ total_pnl }: Cell) => total_pnl, even: 0, format: short },
  'Win rate': { of: ({ win_rate }: Cell) => win_rate, even: 0.5, format: (value: number) => percent(value, 0) },
  R: { of: ({ mean_r }: Cell) => mean_r, even: 0, format: multiple },
  Trades: { of: ({ trade_count }: Cell) => trade_count, even: 0, format: count },
} as const;

type Measure = keyof typeof measures;

function CellMap({ cells, rows }: { readonly cells: Cells; readonly rows: Rows }): ReactNode {
  const isHidden = useHidden();
  const [measure, setMeasure] = useState<Measure>('Money');
  const { of, even, format } = measures[measure];
  const hidden = isHidden && measure === 'Money';
  const open = useOpenTrades();
  const all = rowsOf(cells, rows);
  const names = all.slice(0, MOST_ROWS);
  const draw = useCallback(
    (width: number) => {
      const hours = hoursBetween(cells);
      const byPlace = new Map(cells.map((cell) => [`${cell[rows]} ${cell.hour}`, cell]));
      const at = (row: number, column: number) => byPlace.get(`${names[row]} ${hours[column]}`);
      return heatMap({
        label: `${measure === 'Money' ? 'Results' : measure} by ${rows} and opening hour`,
        width,
        columns: hours.map((hour) => hour.slice(0, 2)),
        rows: names.map((name) => name.slice(0, rows === 'weekday' ? 3 : LONGEST)),
        order: 'downwards',
        values: names.map((_, row) =>
          hours.map((__, column) => {
            const cell = at(row, column);
            const value = cell === undefined ? null : of(cell);
            return value === null ? null : value - even;
          }),
        ),
        format: (value) => (hidden ? HIDDEN : format(value + even)),
        note: (row, column) => `n ${at(row, column)?.trade_count ?? 0}`,
        keyAt: (row, column) => `${rows}:${names[row]};hour:${hours[column]}`,
      });
    },
    [cells, hidden, measure],
  );
  return (
    <>
      <div role="group" aria-label="Cell value" className="segments chart-choice">
        {(Object.keys(measures) as Measure[]).map((name) => (
          <button
            key={name}
            type="button"
            className="button small"
            aria-pressed={name === measure}
            onClick={() => setMeasure(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <Picture
        name={`Results by ${rows} and hour`}
        draw={draw}
        onKey={(slice) => open({ slice })}
        table={{
          head: ['Opened', 'Trades', 'Result', 'Win rate', 'Mean R'],
          rows: all
            .flatMap((row) => cells.filter((cell) => cell[rows] === row))
            .map(({ [rows]: row, hour, trade_count, total_pnl, win_rate, mean_r }) => ({
              key: `${rows}:${row};hour:${hour}`,
              cells: [
                `${row} ${hour}`,
                numberCell(trade_count, count),
                amountCell(total_pnl, isHidden),
                numberCell(win_rate, percent),
                numberCell(mean_r, multiple),
              ],
            })),
        }}
      />
    </>
  );
}

/** Every hour from the first to the last in which something was opened. */
function hoursBetween(cells: Cells): string[] {
  const known = cells.map(({ hour }) => Number(hour.slice(0, 2)));
  const [first, last] = [Math.min(...known), Math.max(...known)];
  return Array.from({ length: last - first + 1 }, (_, i) => `${String(first + i).padStart(2, '0')}:00`);
}
