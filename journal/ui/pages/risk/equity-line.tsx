// Equity evening by evening with how far each day went, the floor it must not fall to, and where a limit was broken.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { onDays, useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import type { Answer } from '../../client/client.ts';

type Day = Answer<'riskAccounts', 'status'>['days'][number];

const COLUMNS = [
  ['Result', 'pnl'],
  ['High', 'high'],
  ['Low', 'low'],
  ['Close', 'close'],
  ['Day’s floor', 'day_floor'],
  ['Floor', 'drawdown_floor'],
] as const satisfies readonly (readonly [string, keyof Day])[];

export function EquityLine({ status }: { readonly status: Answer<'riskAccounts', 'status'> }): ReactNode {
  const hidden = useHidden();
  const openTrades = useOpenTrades();
  const { name, days, breaches } = status;
  const draw = useCallback(
    (width: number) => {
      const amount = (value: number | null) => (hidden ? HIDDEN : money(value));
      const at = (one: { readonly day: string }) => Date.parse(one.day);
      const line = (of: (one: Day) => number | null) => days.map((one) => [at(one), of(one) ?? Number.NaN] as const);
      return lineChart({
        label: `Equity of ${name} and its floors`,
        width,
        height: width < 500 ? 180 : 260,
        bands: [{ name: 'Low to high', points: days.map((one) => [at(one), one.low, one.high]), tone: 'first' }],
        lines: [
          { name: 'Equity', points: line(({ close }) => close), tone: 'first' },
          { name: 'Day’s floor', points: line(({ day_floor }) => day_floor), tone: 'quiet' },
          { name: 'Floor', points: line(({ drawdown_floor }) => drawdown_floor), tone: 'loss' },
        ],
        marks: breaches
          .filter(({ rule }) => rule === 'daily_loss' || rule === 'drawdown')
          .map((one) => ({
            at: [at(one), one.value],
            kind: 'dot',
            tone: 'loss',
            title: `${weekday(one.day)}\nBroken at ${amount(one.value)}, limit ${amount(one.limit)}`,
            key: one.day,
          })),
        strips: days.map((one) => ({
          x: at(one),
          key: one.day,
          title: [weekday(one.day), ...COLUMNS.map(([head, key]) => `${head} ${amount(one[key])}`)].join('\n'),
        })),
        format: (value) => (hidden ? '' : short(value)),
      });
    },
    [status, hidden],
  );
  if (days.length === 0) return null;
  return (
    <Picture
      name={`Days of ${name}`}
      draw={draw}
      onKey={(day) => openTrades(onDays(day, day))}
      table={{
        head: ['Day', ...COLUMNS.map(([head]) => head)],
        rows: days.toReversed().map((one) => ({
          key: one.day,
          cells: [weekday(one.day), ...COLUMNS.map(([, key]) => amountCell(one[key], hidden))],
        })),
      }}
    />
  );
}
