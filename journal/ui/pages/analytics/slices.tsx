// The same trades cut by something: a bar for each part.
import { barChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { count, percent, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { type Narrowing, useOpenTrades } from '../../charts/open-trades.ts';
import { Card } from '../../components/card.tsx';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';

interface Slice {
  readonly name: string;
  readonly trade_count: number;
  readonly total_pnl: number;
  readonly win_rate: number;
}

interface SlicesProps {
  readonly title: string;
  readonly slices: readonly Slice[];
  /** The filter that has only the trades of the part with this name. */
  readonly narrowed: (name: string) => Narrowing;
  /** What a part is called here, where the service's name is not for reading. */
  readonly named?: (name: string) => string;
}

const asItIs = (name: string): string => name;

export function Slices({ title, slices, narrowed, named = asItIs }: SlicesProps): ReactNode {
  const hidden = useHidden();
  const open = useOpenTrades();
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: title,
        width,
        bars: slices.map(({ name, total_pnl, trade_count }) => ({
          name: named(name),
          value: total_pnl,
          note: `n ${trade_count}`,
          key: name,
        })),
        format: (value) => (hidden ? HIDDEN : short(value)),
      }),
    [slices, hidden, title, named],
  );
  if (slices.length === 0) return null;
  return (
    <Card name={title} headed>
      <Picture
        name={`Results ${title.toLowerCase()}`}
        draw={draw}
        onKey={(name) => open(narrowed(name))}
        table={{
          head: ['', 'Trades', 'Result', 'Win rate'],
          rows: slices.map(({ name, trade_count, total_pnl, win_rate }) => ({
            key: name,
            cells: [
              named(name),
              numberCell(trade_count, count),
              amountCell(total_pnl, hidden),
              numberCell(win_rate, percent),
            ],
          })),
        }}
      />
    </Card>
  );
}
