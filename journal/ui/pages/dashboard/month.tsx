// The days of the latest month that has a result.
import { monthSheet } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { monthText } from '../../amount/time.ts';
import { DaySum, dayTable, markOf, useDayResults, useDays, useSheet } from '../../charts/day-results.tsx';
import { onDays, useOpenTrades } from '../../charts/open-trades.ts';
import { Picture } from '../../charts/picture.tsx';
import { useFilter } from '../../filter/filter.ts';
import { useShow } from '../../filter/show.ts';
import { WhenLoaded } from '../../components/states.tsx';
import { useStartingEquity } from '../../filter/equity.ts';

export function Month(): ReactNode {
  const [filter] = useFilter();
  const sheet = useSheet();
  const open = useOpenTrades();
  const curve = useDays(filter);
  const days = curve.data?.days ?? [];
  const start = useStartingEquity(filter, useShow() === 'percent');
  const results = useDayResults(start);
  const { unit, hidden, format, shorter } = results;
  const month = days.at(-1)?.day.slice(0, 7) ?? new Date().toISOString().slice(0, 7);
  const draw = useCallback(
    (width: number) =>
      monthSheet({
        label: `Results by day in ${month}`,
        width,
        month,
        days: days.map(markOf(results)),
        format,
        shorter,
        ...sheet,
      }),
    [curve.data, month, unit, start, hidden, ...Object.values(sheet)],
  );
  const ofMonth = days.filter((each) => each.day.startsWith(month));
  return (
    <WhenLoaded query={curve} height={240}>
      {() => (
        <>
          <p>
            {monthText(month)} <DaySum results={results} days={ofMonth} />
          </p>
          <Picture
            name={`Results of ${month}`}
            draw={draw}
            onKey={(key) => open(onDays(key, key))}
            table={dayTable(results, ofMonth)}
          />
        </>
      )}
    </WhenLoaded>
  );
}
