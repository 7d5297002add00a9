// Results by day: the month with its weeks, and the year at one glance.
import { monthSheet, yearMap } from '@zorivest/pictures';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { monthText } from '../../amount/time.ts';
import { DaySum, dayTable, markOf, useDayResults, useDaysWithR, useSheet } from '../../charts/day-results.tsx';
import { Picture } from '../../charts/picture.tsx';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { useShow } from '../../filter/show.ts';
import { Page } from '../../components/page.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import type { Answer } from '../../client/client.ts';
import { useStartingEquity } from '../../filter/equity.ts';
import { DayDialog } from './day.tsx';

type Days = Answer<'analytics', 'equityCurve'>['days'];

const isMonth = (text: string) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
const thisMonth = () => new Date().toISOString().slice(0, 7);

/** Months before (negative) or after. */
function shiftMonth(month: string, by: number): string {
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
  const ofYear = { ...others, period: year };
  const curve = useDaysWithR(ofYear);
  const start = useStartingEquity(ofYear, useShow() === 'percent');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { PageUp: -1, PageDown: 1 }[event.key];
      if (step !== undefined && document.querySelector('dialog[open]') === null)
        navigate(`/calendar/${shiftMonth(month, step)}${search}`);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [month, navigate, search]);
  return (
    <Page
      title={`Calendar, ${monthText(month)}`}
      aside={
        <nav aria-label="Months" className="page-tools months">
          <Link href={`/calendar/${shiftMonth(month, -1)}${search}`}>Previous month</Link>
          <Link href={`/calendar/${thisMonth()}${search}`}>This month</Link>
          <Link href={`/calendar/${shiftMonth(month, 1)}${search}`}>Next month</Link>
        </nav>
      }
    >
      <WhenLoaded query={curve} height={400}>
        {({ days, currency }) => <Sheets days={days} currency={currency} start={start} month={month} />}
      </WhenLoaded>
    </Page>
  );
}

/** Room for a line below the figure. */
const TALLEST = 76;

interface SheetsProps {
  readonly days: Days;
  readonly currency: string;
  /** What the accounts were worth before the first day; null where that is unknown. */
  readonly start: number | null;
  readonly month: string;
}

function Sheets({ days, currency, start, month }: SheetsProps): ReactNode {
  const results = useDayResults(start);
  const { unit, hidden, format, shorter } = results;
  const year = Number(month.slice(0, 4));
  const ofMonth = days.filter(({ day }) => day.startsWith(month));
  const values = days.map(markOf(results));
  const sheet = useSheet();
  const { weekStart } = sheet;
  const drawn = [days, unit, start, hidden, ...Object.values(sheet)] as const;
  const draw = useCallback(
    (width: number) =>
      monthSheet({
        label: `Results by day in ${monthText(month)}`,
        width,
        month,
        days: values,
        format,
        shorter,
        ...sheet,
        tallest: TALLEST,
      }),
    [month, ...drawn],
  );
  const drawYear = useCallback(
    (width: number) => yearMap({ label: `Results by day in ${year}`, width, year, days: values, format, weekStart }),
    [year, ...drawn],
  );
  const [looking, setLooking] = useState<string | null>(null);
  const open = (day: string) => setLooking(day);
  // Where the year is wider than its place, the month above is visible.
  const ofYear = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = ofYear.current;
    if (place === null) return;
    const share = (Number(month.slice(5)) - 0.5) / 12;
    place.scrollLeft = share * place.scrollWidth - place.clientWidth / 2;
  }, [month]);
  const note = results.note(days);
  return (
    <>
      <p>
        Month <DaySum results={results} days={ofMonth} currency={currency} />, year{' '}
        <DaySum results={results} days={days} currency={currency} />
      </p>
      {note !== null && <p className="quiet">{note}</p>}
      <section className="card" aria-label="Month">
        <Picture name={`Results of ${month}`} draw={draw} onKey={open} table={dayTable(results, ofMonth)} />
      </section>
      <section className="card" aria-label="Year">
        <div ref={ofYear} className="scroll" tabIndex={0} role="region" aria-label="Year by day">
          <div className="year-map">
            <Picture name={`Results of ${year}`} draw={drawYear} onKey={open} table={dayTable(results, days)} />
          </div>
        </div>
      </section>
      {looking !== null && <DayDialog day={looking} onClose={() => setLooking(null)} />}
    </>
  );
}
