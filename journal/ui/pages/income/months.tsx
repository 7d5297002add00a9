import { barChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { count, money } from '../../amount/format.ts';
import { monthText } from '../../amount/time.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import type { Income } from './income.ts';

export function Months({ income: { items, totals, currency } }: { readonly income: Income }): ReactNode {
  const hidden = useHidden();
  const draw = useCallback(
    (width: number) =>
      barChart({
        label: hidden ? 'Net income by month' : `Net income by month, ${money(totals.net)} ${currency} in all`,
        width,
        bars: items.map(({ key, net, payments }) => ({
          name: monthText(key),
          value: net,
          note: payments === 1 ? '1 payment' : `${count(payments)} payments`,
        })),
        format: (value) => (hidden ? HIDDEN : money(value)),
      }),
    [items, totals, currency, hidden],
  );
  return (
    <Picture
      name="Net income by month"
      draw={draw}
      table={{
        head: ['Month', 'Gross', 'Withheld', 'Net', 'Payments'],
        rows: items.map(({ key, gross, withheld, net, payments }) => ({
          cells: [
            monthText(key),
            amountCell(gross, hidden),
            amountCell(withheld, hidden),
            amountCell(net, hidden),
            numberCell(payments, count),
          ],
        })),
      }}
    />
  );
}
