// The trades by day or by week, each with its sum; what a group holds is fetched when it is opened.
import { type ReactNode, useState } from 'react';
import { count } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { type DayResults, DaySum, useDayResults, useDays } from '../../charts/day-results.tsx';
import { type Filter, useFilter } from '../../filter/filter.ts';
import { useShow } from '../../filter/show.ts';
import { useLook } from '../../client/look.ts';
import { ClosedTrips } from '../../components/closed-trips.tsx';
import { NoneInPeriod } from '../../components/none-in-period.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { useStartingEquity } from '../../filter/equity.ts';
import { type DayGroup, groupDays, type ResultDay } from './day-groups.ts';

const GROUPS_PER_STEP = 60;
/** Of one group; who trades more on a day reads the list. */
const MOST = 200;

type Day = Parameters<DayResults['valueOf']>[0];

export function TradeGroups({ by }: { readonly by: 'day' | 'week' }): ReactNode {
  const [filter] = useFilter();
  const curve = useDays(filter);
  const results = useDayResults(useStartingEquity(filter, useShow() === 'percent'));
  const { week_start } = useLook();
  const [shown, setShown] = useState(GROUPS_PER_STEP);
  return (
    <WhenLoaded query={curve} height={400}>
      {({ days, currency }) => {
        const groups = groupDays(days, by, week_start);
        const note = results.note(days);
        if (groups.length === 0) return <NoneInPeriod>No trade was closed in this period.</NoneInPeriod>;
        return (
          <>
            {note !== null && <p className="quiet">{note}</p>}
            <div className="trade-groups">
              {groups.slice(0, shown).map((group, at) => (
                <Group key={group.from} group={group} isFirst={at === 0} results={results} currency={currency} />
              ))}
            </div>
            {groups.length > shown && (
              <button type="button" className="button" onClick={() => setShown(shown + GROUPS_PER_STEP)}>
                Show older
              </button>
            )}
          </>
        );
      }}
    </WhenLoaded>
  );
}

interface GroupProps {
  readonly group: DayGroup<Day>;
  readonly isFirst: boolean;
  readonly results: DayResults;
  readonly currency: string;
}

const nameOf = ({ from, to }: DayGroup<ResultDay>): string =>
  from === to ? weekday(from) : `${weekday(from)} to ${weekday(to)}`;

function Group({ group, isFirst, results, currency }: GroupProps): ReactNode {
  const [open, setOpen] = useState(isFirst);
  return (
    <details className="card trade-group" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="group-name">{nameOf(group)}</span>{' '}
        <span className="quiet">
          {count(group.count)} {group.count === 1 ? 'trade' : 'trades'}
        </span>{' '}
        <span data-part="result">
          <DaySum results={results} days={group.days} currency={currency} />
        </span>
      </summary>
      {open && <GroupTrades group={group} />}
    </details>
  );
}

/** The group's days that are in the filter's, too. */
function within({ from, to }: DayGroup<ResultDay>, filter: Filter): { readonly from: string; readonly to: string } {
  const [first, last] = [filter.from, filter.to].map((day) => (typeof day === 'string' ? day : undefined));
  return {
    from: first !== undefined && first > from ? first : from,
    to: last !== undefined && last < to ? last : to,
  };
}

function GroupTrades({ group }: { readonly group: DayGroup<Day> }): ReactNode {
  const [{ period: _period, ...filter }] = useFilter();
  const days = group.days.map(({ day }) => day).toSorted();
  // A named period may begin or end within a week: only days that have a result in it are asked for.
  const stretch = within({ ...group, from: days[0] ?? group.from, to: days.at(-1) ?? group.to }, filter);
  const trips = useEndpoint('roundTrips', 'list', {
    query: { ...filter, ...stretch, status: 'all', sort: '-closed_at', limit: MOST },
  });
  return (
    <WhenLoaded query={trips} height={80}>
      {(found) => <ClosedTrips label={`Trades of ${nameOf(group)}`} trips={found} />}
    </WhenLoaded>
  );
}
