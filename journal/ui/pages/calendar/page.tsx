// Results by day: the month with its weeks, and the year at one glance.
import { monthSheet, yearMap } from '@zorivest/pictures';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { useLook } from '../../look/look.ts';
import { Page } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';
import { DayDialog } from './day.tsx';

type Days = Answer<'analytics', 'equityCurve'>['days'];

const isMonth = (text: string) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
const thisMonth = () => new Date().toISOString().slice(0, 7);

/** So many months before or after. */
export function shifted(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

export function CalendarPage(): ReactNode {
  const { month: given } = useParams<{ month?: string }>();
  const month = given !== undefined && isMonth(given) ? given : thisMonth();
  const [filter] = useFilter();
  const search = useFilterSearch();
  const [, navigate] = useLocation();
  const { period: _period, from: _from, to: _to, ...others } = filter;
  const year = month.slice(0, 4);
  const curve = useEndpoint('analytics', 'equityCurve', { query: { ...others, period: year } });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { PageUp: -1, PageDown: 1 }[event.key];
      if (step !== undefined && document.querySelector('dialog[open]') === null)
        navigate(`/calendar/${shifted(month, step)}${search}`);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [month, navigate, search]);
  return (
    <Page
      title={`Calendar ${month}`}
      aside={
        <nav aria-label="Months" className="page-tools">
          <Link href={`/calendar/${shifted(month, -1)}${search}`}>Month before</Link>
          <Link href={`/calendar/${thisMonth()}${search}`}>This month</Link>
          <Link href={`/calendar/${shifted(month, 1)}${search}`}>Month after</Link>
        </nav>
      }
    >
      <Loaded query={curve} height={400}>
        {({ days, currency }) => <Sheets days={days} currency={currency} month={month} />}
      </Loaded>
    </Page>
  );
}

function Sheets({
  days,
  currency,
  month,
}: {
  readonly days: Days;
  readonly currency: string;
  readonly month: string;
}): ReactNode {
  const hidden = useHidden();
  const year = Number(month.slice(0, 4));
  const ofMonth = days.filter(({ day }) => day.startsWith(month));
  const sum = (some: Days) => some.reduce((total, { pnl }) => total + pnl, 0);
  const values = days.map(({ day, pnl, trade_count }) => ({ day, value: pnl, note: `${trade_count} trades` }));
  const weekStart = useLook().week_start;
  const format = (value: number) => (hidden ? HIDDEN : short(value));
  const draw = useCallback(
    (width: number) =>
      monthSheet({ label: `Results by day in ${month}`, width, month, days: values, format, weekStart }),
    [days, month, hidden, weekStart],
  );
  const drawYear = useCallback(
    (width: number) => yearMap({ label: `Results by day in ${year}`, width, year, days: values, format, weekStart }),
    [days, year, hidden, weekStart],
  );
  const [looking, setLooking] = useState<string | null>(null);
  const open = (day: string) => setLooking(day);
  const tableOf = (some: Days) => ({
    head: ['Day', 'Result', 'Trades'],
    rows: some.map(({ day, pnl, trade_count }) => ({
      key: day,
      cells: [day, amountCell(pnl, hidden), numberCell(trade_count, count)],
    })),
  });
  return (
    <>
      <p>
        Month <Amount value={sum(ofMonth)} currency={currency} result />, year{' '}
        <Amount value={sum(days)} currency={currency} result />
      </p>
      <section className="card" aria-label="Month">
        <Picture name={`Results of ${month}`} draw={draw} onKey={open} table={tableOf(ofMonth)} />
      </section>
      <section className="card" aria-label="Year">
        <div className="scroll" tabIndex={0} role="region" aria-label="Year by day">
          <div className="year-map">
            <Picture name={`Results of ${year}`} draw={drawYear} onKey={open} table={tableOf(days)} />
          </div>
        </div>
      </section>
      {looking !== null && <DayDialog day={looking} onClose={() => setLooking(null)} />}
    </>
  );
}
