// The week that some entries are of: what it brought, before what was written about it.
import { isoWeekOf, nameWeek } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { countOf } from '../../amount/format.ts';
import { day } from '../../amount/time.ts';
import { addUp, SmallLine } from '../../charts/small-line.tsx';
import { WhenSeen } from '../../components/when-seen.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Template } from './templates.ts';

const DAY_MS = 86_400_000;
const BEGIN = 'week-';

/** The ISO week of a moment, on the clocks of the book. */
export const weekOf = (time: string): string => isoWeekOf(Date.parse(day(time)) / DAY_MS);

export function WeekHead({ week }: { readonly week: string }): ReactNode {
  return (
    <section className="week-head" aria-label={nameWeek(week)}>
      <h2>
        <Link href={`/reports/week/${week}`}>{nameWeek(week)}</Link>
      </h2>
      <WhenSeen>
        <Brought week={week} />
      </WhenSeen>
    </section>
  );
}

function Brought({ week }: { readonly week: string }): ReactNode {
  const { data } = useEndpoint('week', 'get', { params: { iso: week } });
  if (data === undefined) return null;
  return (
    <>
      <SmallLine points={addUp(data.days.map(({ pnl }) => pnl))} />
      <p className="quiet">
        {countOf(data.trade_count, 'trade')}, <Amount value={data.net_pnl} currency={data.currency} result />,{' '}
        <Multiple value={data.r} />
      </p>
    </>
  );
}

/** What an entry about a week begins with: its questions; null while they are on their way or where none is asked for. */
export function useWeekTemplate(begin: string | null): Template | 'loading' | null {
  const iso = begin?.startsWith(BEGIN) === true ? begin.slice(BEGIN.length) : null;
  const week = useEndpoint('week', 'get', { params: { iso: iso ?? 'last' } }, { enabled: iso !== null });
  if (iso === null || week.isError) return null;
  if (week.data === undefined) return 'loading';
  const { questions, trade_count, week: name } = week.data;
  return {
    id: `${BEGIN}${iso}`,
    name: nameWeek(name),
    title: nameWeek(name),
    body: [`${countOf(trade_count, 'trade')}.`, ...questions.map((question) => `## ${question}\n\n`)].join('\n\n'),
  };
}
