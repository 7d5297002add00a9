// The same trades cut by something: a bar for each part.
import { barChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { count, money, percent, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';

interface Slice {
  readonly name: string;
  readonly trade_count: number;
  readonly total_pnl: number;
  readonly win_rate: number;
}

export function Slices({ title, slices }: { readonly title: string; readonly slices: readonly Slice[] }): ReactNode {
  const hidden = useHidden();
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: title,
        width,
        bars: slices.map(({ name, total_pnl, trade_count }) => ({
          name,
          value: total_pnl,
          note: `n ${trade_count}`,
          key: name,
        })),
        format: (value) => (hidden ? HIDDEN : short(value)),
      }),
    [slices, hidden, title],
  );
  if (slices.length === 0) return null;
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <Picture
        draw={draw}
        table={{
          head: ['', 'Trades', 'Result', 'Win rate'],
          rows: slices.map(({ name, trade_count, total_pnl, win_rate }) => [
            name,
            count(trade_count),
            hidden ? HIDDEN : money(total_pnl),
            percent(win_rate),
          ]),
        }}
      />
    </section>
  );
}
