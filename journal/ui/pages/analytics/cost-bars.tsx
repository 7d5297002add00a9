// What was paid, a bar for each part of it.
import { barChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { money } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import { capitalize } from '../../components/changed-fields.ts';

interface CostBarsProps {
  readonly name: string;
  readonly rows: readonly (readonly [name: string, amount: number])[];
}

export function CostBars({ name, rows }: CostBarsProps): ReactNode {
  const hidden = useHidden();
  const named = rows.map(([part, amount]) => [capitalize(part.replaceAll('_', ' ')), amount] as const);
  const key = JSON.stringify(named);
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: name,
        width,
        bars: named.map(([part, amount]) => ({ name: part, value: amount })),
        format: (value) => (hidden ? HIDDEN : money(value)),
        tone: 'second',
      }),
    [name, key, hidden],
  );
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{name}</h2>
      <Picture
        name={name}
        draw={draw}
        table={{
          head: ['', 'Amount'],
          rows: named.map(([part, amount]) => ({ cells: [part, amountCell(amount, hidden)] })),
        }}
      />
    </>
  );
}
