// The value of every evening; an evening that has none is a hole in the line, and is named beneath it.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { useLocation } from 'wouter';
import { count, money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { onDays, useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import { addressOfNote, useNotes } from '../../charts/use-notes.ts';
import { type Gap, gapsIn } from './gaps.ts';
import type { Worth } from './worth.ts';

interface CurveProps {
  readonly worth: Worth;
  /** With what was written in the diary on its days. */
  readonly noted?: boolean;
  readonly name?: string;
}

/** Whether there is anything to draw: accounts without a cash balance and without positions have no value. */
export const hasValue = ({ series }: Worth): boolean => series.some(({ value }) => value !== null && value !== 0);

export function Curve({ worth: { series, currency }, noted = false, name = 'Value by day' }: CurveProps): ReactNode {
  const hidden = useHidden();
  const [, navigate] = useLocation();
  const openTrades = useOpenTrades();
  const written = useNotes(noted);
  const amount = (value: number) => (hidden ? HIDDEN : money(value));
  const draw = useCallback(
    (width: number) => {
      const [first, last] = [series[0]?.value, series.at(-1)?.value];
      return lineChart({
        label: hidden ? name : `${name}, from ${money(first)} to ${money(last)} ${currency}`,
        width,
        height: width < 500 ? 180 : 340,
        lines: [
          {
            name: 'Value',
            points: series.map(({ date, value }) => [Date.parse(date), value ?? Number.NaN] as const),
            tone: 'first',
          },
        ],
        strips: series.map(({ date, value, gaps, flow }, i) => {
          const before = series[i - 1]?.value;
          const isKnown = value !== null && typeof before === 'number';
          return {
            x: Date.parse(date),
            key: date,
            title: [
              weekday(date),
              value === null ? `No price for ${gaps.join(', ')}` : amount(value),
              ...(isKnown ? [`${amount(value - before - (flow ?? 0))} that day`] : []),
              ...(flow === undefined ? [] : [flowText(flow, amount)]),
            ].join('\n'),
          };
        }),
        notes: [
          ...series.flatMap(({ date, flow }) =>
            flow === undefined ? [] : [{ x: Date.parse(date), title: `${weekday(date)}\n${flowText(flow, amount)}` }],
          ),
          ...written,
        ],
        format: (value) => (hidden ? '' : short(value)),
      });
    },
    [series, currency, hidden, written.length],
  );
  const gaps = gapsIn(series);
  return (
    <>
      <Picture
        name={name}
        draw={draw}
        onKey={(key) => {
          const note = addressOfNote(key);
          if (note === null) openTrades(onDays(key, key));
          else navigate(note);
        }}
        table={{
          head: ['End of day', 'Value', 'Cash', 'No price or rate for'],
          rows: series.map(({ date, value, cash, gaps: missing }) => ({
            key: date,
            cells: [date, amountCell(value, hidden), amountCell(cash, hidden), missing.join(', ')],
          })),
        }}
      />
      {gaps.length > 0 && (
        <>
          <p className="quiet">Days without a value, because a price or rate is missing:</p>
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

const flowText = (flow: number, amount: (value: number) => string): string =>
  flow < 0 ? `Withdrawn ${amount(-flow)}` : `Deposited ${amount(flow)}`;

const gapText = ({ name, from, to, days }: Gap): string =>
  days === 1 ? `${name}: ${weekday(from)}` : `${name}: ${count(days)} days from ${weekday(from)} to ${weekday(to)}`;
