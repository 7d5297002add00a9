// Results by day: the month with its weeks, and the year at one glance.
import { monthSheet, yearMap } from '@zorivest/pictures';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { Amount, Share } from '../../amount/amount.tsx';
import { count, money, percent, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell, numberCell } from '../../charts/table.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { useShow } from '../../filter/show.ts';
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
  const { month: monthParam } = useParams<{ month?: string }>();
  const month = monthParam !== undefined && isMonth(monthParam) ? monthParam : thisMonth();
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
        {({ days, currency, starting_equity }) => (
          <Sheets days={days} currency={currency} start={starting_equity} month={month} />
        )}
      </Loaded>
    </Page>
  );
}

/** A day has no sum of R in the service's answer: there it stays money, and says so. */
function useDayUnit(start: number | null) {
  const show = useShow();
  const amountsHidden = useHidden();
  const { hide_percentages } = useLook();
  const isShare = show === 'percent' && start !== null && start > 0;
  const hidden = amountsHidden && (!isShare || hide_percentages);
  const shown = isShare ? (value: number) => percent(value, 2) : short;
  return {
    isShare,
    hidden,
    /** From money to what is shown. */
    scale: isShare ? 1 / start : 1,
    format: (value: number) => (hidden ? HIDDEN : shown(value)),
    note:
      show === 'r'
        ? 'By day there is no R: these are in money.'
        : show === 'percent' && !isShare
          ? 'No balance is known before the first day of the year: these are in money.'
          : null,
  };
}

interface SheetsProps {
  readonly days: Days;
  readonly currency: string;
  /** The balance before the first day; null where none is known. */
  readonly start: number | null;
  readonly month: string;
}

function Sheets({ days, currency, start, month }: SheetsProps): ReactNode {
  const { isShare, hidden, scale, format, note } = useDayUnit(start);
  const year = Number(month.slice(0, 4));
  const ofMonth = days.filter(({ day }) => day.startsWith(month));
  const sum = (some: Days) => some.reduce((total, { pnl }) => total + pnl, 0);
  const sumOf = (some: Days) =>
    isShare ? <Share value={sum(some) * scale} /> : <Amount value={sum(some)} currency={currency} result />;
  const values = days.map(({ day, pnl, trade_count }) => ({ day, value: pnl * scale, note: `${trade_count} trades` }));
  const weekStart = useLook().week_start;
  const draw = useCallback(
    (width: number) =>
      monthSheet({ label: `Results by day in ${month}`, width, month, days: values, format, weekStart }),
    [days, month, hidden, scale, weekStart],
  );
  const drawYear = useCallback(
    (width: number) => yearMap({ label: `Results by day in ${year}`, width, year, days: values, format, weekStart }),
    [days, year, hidden, scale, weekStart],
  );
  const [looking, setLooking] = useState<string | null>(null);
  const open = (day: string) => setLooking(day);
  const tableOf = (some: Days) => ({
    head: ['Day', 'Result', 'Trades'],
    rows: some.map(({ day, pnl, trade_count }) => ({
      key: day,
      cells: [day, amountCell(pnl * scale, hidden, isShare ? format : money), numberCell(trade_count, count)],
    })),
  });
  return (
    <>
      <p>
        Month {sumOf(ofMonth)}, year {sumOf(days)}
      </p>
      {note !== null && <p className="quiet">{note}</p>}
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
