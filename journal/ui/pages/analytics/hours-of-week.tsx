// When in the week trades work: an hour of a weekday is a cell.
import { heatMap } from '@zorivest/pictures';
import { type ReactNode, useCallback, useState } from 'react';
import { count, multiple, percent, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter } from '../../filter/filter.ts';
import { Card } from '../../parts/card.tsx';
import { NoneInPeriod } from '../../parts/none-in-period.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';

type Cells = Answer<'analytics', 'hoursOfWeek'>['cells'];

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function HoursOfWeek(): ReactNode {
  const [filter] = useFilter();
  const found = useEndpoint('analytics', 'hoursOfWeek', { query: filter });
  return (
    <Card name="Time of day and weekday" headed>
      <Loaded query={found} height={220}>
        {({ cells }) =>
          cells.length === 0 ? (
            <NoneInPeriod>No trade of this period has a time of day.</NoneInPeriod>
          ) : (
            <Week cells={cells} />
          )
        }
      </Loaded>
    </Card>
  );
}

type Cell = Cells[number];

/** What a cell tells; its colour goes from what is neither good nor bad. */
const measures = {
  Money: { of: ({ total_pnl }: Cell) => total_pnl, even: 0, format: short },
  'Win rate': { of: ({ win_rate }: Cell) => win_rate, even: 0.5, format: (value: number) => percent(value, 0) },
  R: { of: ({ mean_r }: Cell) => mean_r, even: 0, format: multiple },
  Trades: { of: ({ trade_count }: Cell) => trade_count, even: 0, format: count },
} as const;

type Measure = keyof typeof measures;

function Week({ cells }: { readonly cells: Cells }): ReactNode {
  const isHidden = useHidden();
  const [measure, setMeasure] = useState<Measure>('Money');
  const { of, even, format } = measures[measure];
  const hidden = isHidden && measure === 'Money';
  const open = useOpenTrades();
  const draw = useCallback(
    (width: number) => {
      const hours = hoursBetween(cells);
      const days = WEEKDAYS.filter((day) => cells.some(({ weekday }) => weekday === day));
      const byPlace = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]));
      const at = (row: number, column: number) => byPlace.get(`${days[row]} ${hours[column]}`);
      return heatMap({
        label: `${measure === 'Money' ? 'Results' : measure} by weekday and hour of the opening`,
        width,
        columns: hours.map((hour) => hour.slice(0, 2)),
        rows: days.map((day) => day.slice(0, 3)),
        order: 'downwards',
        values: days.map((_, row) =>
          hours.map((__, column) => {
            const cell = at(row, column);
            const value = cell === undefined ? null : of(cell);
            return value === null ? null : value - even;
          }),
        ),
        format: (value) => (hidden ? HIDDEN : format(value + even)),
        note: (row, column) => `n ${at(row, column)?.trade_count ?? 0}`,
        keyAt: (row, column) => `weekday:${days[row]};hour:${hours[column]}`,
      });
    },
    [cells, hidden, measure],
  );
  return (
    <>
      <div role="group" aria-label="What a cell tells" className="segments chart-choice">
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
        name="Results by weekday and hour"
        draw={draw}
        onKey={(slice) => open({ slice })}
        table={{
          head: ['Opened', 'Trades', 'Result', 'Win rate', 'Mean R'],
          rows: inOrder(cells).map(({ weekday, hour, trade_count, total_pnl, win_rate, mean_r }) => ({
            key: `weekday:${weekday};hour:${hour}`,
            cells: [
              `${weekday} ${hour}`,
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

function inOrder(cells: Cells): Cells {
  const place = ({ weekday, hour }: Cells[number]) => `${WEEKDAYS.indexOf(weekday)} ${hour}`;
  return cells.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
