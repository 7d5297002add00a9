// How a figure of the period came to be: a thin line month by month, or its last trades one by one.
import type { ReactNode } from 'react';
import { SmallLine } from '../../charts/small-line.tsx';
import { monthText } from '../../amount/time.ts';
import { type ClosedTrade, wayOf } from './streak.ts';
import type { MonthPart } from './use-months.ts';

/** Of fewer there is no line. */
const FEWEST = 3;

interface TrendProps {
  readonly name: string;
  readonly months: readonly MonthPart[];
  readonly of: (month: MonthPart) => number | null;
  /** What the line is measured against. */
  readonly level: number;
  readonly format: (value: number) => string;
}

export function Trend({ name, months, of, level, format }: TrendProps): ReactNode {
  const known = months.flatMap((month) => {
    const value = of(month);
    return value === null ? [] : [{ month: month.name, value }];
  });
  if (known.length < FEWEST) return null;
  const monthTexts = known.map(({ month, value }) => `${monthText(month)} ${format(value)}`).join(', ');
  return (
    <span role="img" aria-label={`${name} by month: ${monthTexts}`}>
      <SmallLine points={known.map(({ value }) => value - level)} />
    </span>
  );
}

const words: Readonly<Record<number, string>> = { 1: 'won', 0: 'even', [-1]: 'lost' };
/** Of a tick: a little apart from the next. */
const [STEP, WIDTH, HEIGHT] = [6, 3, 18];

export function LastTrades({ newest }: { readonly newest: readonly ClosedTrade[] }): ReactNode {
  if (newest.length < FEWEST) return null;
  const ways = newest.map(wayOf).toReversed();
  return (
    <svg
      className="last-trades"
      viewBox={`0 0 ${ways.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={`The last ${ways.length} trades, newest last: ${ways.map((way) => words[way]).join(', ')}`}
    >
      {ways.map((way, at) => (
        <rect
          key={at}
          className={way === 0 ? 'even' : way > 0 ? 'gain' : 'loss'}
          x={at * STEP}
          y={way > 0 ? 0 : HEIGHT / 2 - (way === 0 ? 1 : 0)}
          width={WIDTH}
          height={way === 0 ? 2 : HEIGHT / 2}
          rx={1}
        />
      ))}
    </svg>
  );
}
