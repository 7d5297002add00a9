// The days of the latest month that has a result.
import { monthSheet } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { onDays, useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter } from '../../filter/filter.ts';
import { useLook } from '../../look/look.ts';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';

export function Month(): ReactNode {
  const [filter] = useFilter();
  const hidden = useHidden();
  const weekStart = useLook().week_start;
  const open = useOpenTrades();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  const days = curve.data?.days;
  const month = days?.at(-1)?.day.slice(0, 7) ?? new Date().toISOString().slice(0, 7);
  const draw = useCallback(
    (width: number) =>
      monthSheet({
        label: `Results by day in ${month}`,
        width,
        month,
        days: (days ?? []).map(({ day: at, pnl, trade_count }) => ({
          day: at,
          value: pnl,
          note: `${trade_count} trades`,
        })),
        format: (value) => (hidden ? HIDDEN : short(value)),
        weekStart,
      }),
    [days, month, hidden, weekStart],
  );
  const ofMonth = (days ?? []).filter((each) => each.day.startsWith(month));
  const sum = ofMonth.reduce((total, { pnl }) => total + pnl, 0);
  return (
    <Loaded query={curve} height={240}>
      {() => (
        <>
          <p>
            {month} <Amount value={sum} result />
          </p>
          <Picture
            name={`Results of ${month}`}
            draw={draw}
            onKey={(key) => open(onDays(key, key))}
            table={{
              head: ['Day', 'Result', 'Trades'],
              rows: ofMonth.map(({ day: at, pnl, trade_count }) => ({
                key: at,
                cells: [at, amountCell(pnl, hidden), numberCell(trade_count, count)],
              })),
            }}
          />
        </>
      )}
    </Loaded>
  );
}
