// Nothing in the days that are chosen. Early in January the year to date is empty for everybody: the way to the rest of the
// book is one click.
import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useFilter, withFilter } from '../filter/filter.ts';
import { Empty } from './states.tsx';

interface NoneInPeriodProps {
  readonly children: ReactNode;
  /** What else may help. */
  readonly action?: ReactNode;
}

export function NoneInPeriod({ children, action }: NoneInPeriodProps): ReactNode {
  const [filter] = useFilter();
  const [path] = useLocation();
  const search = useSearch();
  const everyDay = `${path}${withFilter(search, { period: 'all', from: null, to: null })}`;
  const isLimited = filter.period !== 'all' || filter.from !== undefined || filter.to !== undefined;
  return (
    <Empty
      action={
        <>
          {isLimited && <Link href={everyDay}>Show all time</Link>}
          {action}
        </>
      }
    >
      {children}
    </Empty>
  );
}
