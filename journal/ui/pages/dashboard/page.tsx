// The evening's first look: what was made, at what risk, on which days, and what is still open.
import type { ReactNode } from 'react';
import { useFilter } from '../../filter/filter.ts';
import { Page } from '../../parts/page.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { Positions } from '../accounts/positions.tsx';
import { BookMark } from '../accounts/reconciled.tsx';
import { Approvals } from '../assistant/approvals.tsx';
import { AssistantStrip } from '../assistant/strip.tsx';
import { Arrange } from './arrange.tsx';
import { useArrangement } from './arrangement.ts';
import { Equity, Realised } from './equity.tsx';
import { Guide } from './guide.tsx';
import { KeyFigures } from './key-figures.tsx';
import { Missing } from './missing.tsx';
import { Month } from './month.tsx';
import { orderBy } from './order.ts';
import { OpenPlans } from './plans.tsx';
import { ClosedTrips } from '../../parts/closed-trips.tsx';
import { NoneInPeriod } from '../../parts/none-in-period.tsx';
import { Loaded } from '../../parts/states.tsx';

// The trades that were closed last.

function Recent(): ReactNode {
  const [filter] = useFilter();
  const trips = useEndpoint('roundTrips', 'list', {
    query: { ...filter, status: 'closed', sort: '-closed_at', limit: 8 },
  });
  return (
    <Loaded query={trips} height={200}>
      {(found) =>
        found.items.length === 0 ? (
          <NoneInPeriod>Closed trades show up here.</NoneInPeriod>
        ) : (
          <ClosedTrips label="Recent trades" trips={found} />
        )
      }
    </Loaded>
  );
}

interface Part {
  readonly id: string;
  readonly title: string;
  readonly wide?: boolean;
  readonly show: () => ReactNode;
}

const parts: readonly Part[] = [
  { id: 'equity', title: 'Equity', show: () => <Equity /> },
  { id: 'realised', title: 'Realised results and drawdown', show: () => <Realised /> },
  { id: 'month', title: 'Days', show: () => <Month /> },
  { id: 'assistant', title: 'Assistant', show: () => <AssistantStrip /> },
  { id: 'recent', title: 'Recent trades', show: () => <Recent /> },
  { id: 'plans', title: 'Plans', wide: true, show: () => <OpenPlans /> },
  { id: 'positions', title: 'Open positions', wide: true, show: () => <Positions /> },
];

export function DashboardPage(): ReactNode {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  const { order, hidden } = useArrangement();
  const shown = orderBy(
    parts.map(({ id }) => id),
    order,
  ).flatMap((id) => (hidden.includes(id) ? [] : parts.filter((part) => part.id === id)));
  return (
    <Page
      title="Dashboard"
      aside={
        <div className="page-tools">
          <BookMark />
          <Arrange parts={parts} />
        </div>
      }
    >
      <Approvals />
      <Guide />
      <Missing whenReady={curve.isSuccess} />
      <KeyFigures />
      <div className="dashboard">
        {shown.map(({ id, title, wide = false, show }) => (
          <section key={id} className={wide ? 'card whole-row' : 'card'} aria-labelledby={`part-${id}`}>
            <h2 id={`part-${id}`}>{title}</h2>
            {show()}
          </section>
        ))}
      </div>
    </Page>
  );
}
