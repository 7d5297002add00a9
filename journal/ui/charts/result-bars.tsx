// Results of some named things, a bar for each.
import { barChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { money } from '../amount/format.ts';
import { HIDDEN, useHidden } from '../amount/privacy.ts';
import { Picture } from './picture.tsx';
import { amountCell } from './table.ts';

interface ResultBarsProps {
  readonly name: string;
  readonly currency: string;
  /** `note` is no amount. */
  readonly bars: readonly { readonly name: string; readonly value: number; readonly note?: string }[];
}

export function ResultBars({ name, currency, bars }: ResultBarsProps): ReactNode {
  const hidden = useHidden();
  const draw = useCallback(
    (width: number) =>
      barChart({ label: name, width, bars, format: (value) => (hidden ? HIDDEN : money(value, currency)) }),
    [name, bars, currency, hidden],
  );
  const rows = bars.map(({ name: of, value, note = '' }) => ({ cells: [of, amountCell(value, hidden), note] }));
  return <Picture name={name} draw={draw} table={{ head: ['', 'Result', ''], rows }} />;
}
