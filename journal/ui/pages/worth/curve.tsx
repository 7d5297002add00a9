// The value of every evening; an evening that has none is a hole in the line, and is named beneath it.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { count, money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import { type Gap, gapsIn } from './gaps.ts';
import type { Worth } from './worth.ts';

export function Curve({ worth: { series, currency } }: { readonly worth: Worth }): ReactNode {
  const hidden = useHidden();
  const draw = useCallback(
    (width: number) => {
      const [first, last] = [series[0]?.value, series.at(-1)?.value];
      return lineChart({
        label: hidden ? 'Value by day' : `Value by day, from ${money(first)} to ${money(last)} ${currency}`,
        width,
        height: width < 500 ? 180 : 240,
        lines: [
          {
            name: 'Value',
            points: series.map(({ date, value }) => [Date.parse(date), value ?? Number.NaN] as const),
            tone: 'first',
          },
        ],
        strips: series.map(({ date, value, gaps }) => ({
          x: Date.parse(date),
          title: `${date}: ${value === null ? `no price for ${gaps.join(', ')}` : hidden ? HIDDEN : money(value)}`,
        })),
        format: (value) => (hidden ? '' : short(value)),
      });
    },
    [series, currency, hidden],
  );
  const gaps = gapsIn(series);
  return (
    <>
      <Picture
        name="Value by day"
        draw={draw}
        table={{
          head: ['Evening', 'Value', 'Cash in it', 'No price or rate for'],
          rows: series.map(({ date, value, cash, gaps: missing }) => ({
            cells: [date, amountCell(value, hidden), amountCell(cash, hidden), missing.join(', ')],
          })),
        }}
      />
      {gaps.length > 0 && (
        <>
          <p className="quiet">Evenings without a value, because something had no price or no rate:</p>
          <ul aria-label="Gaps">
            {gaps.map((gap) => (
              <li key={gap.name}>{gapText(gap)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const gapText = ({ name, from, to, days }: Gap): string =>
  days === 1 ? `${name}: ${from}` : `${name}: ${count(days)} evenings from ${from} to ${to}`;
