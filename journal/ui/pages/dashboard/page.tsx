// The evening's first look: what was made, at what risk, on which days, and what is still open.
import type { ReactNode } from 'react';
import { useFilter } from '../../filter/filter.ts';
import { Page } from '../../components/page.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { Positions } from '../accounts/positions.tsx';
import { Approvals } from '../assistant/approvals.tsx';
import { AssistantStrip } from '../assistant/strip.tsx';
import { Arrange } from './arrange.tsx';
import { useArrangement } from './arrangement.ts';
import { Equity, RealisedEquity, useIsWorthless } from './equity.tsx';
import { Guide, useBeginning } from './guide.tsx';
import { KeyFigures } from './key-figures.tsx';
import { Month } from './month.tsx';
import { orderBy } from './order.ts';
import { OpenPlans } from './plans.tsx';
import { Tonight } from './tonight.tsx';
import { useLastYear } from './use-last-year.ts';
import { useRecent } from './use-recent.ts';
import { ClosedTrips } from '../../components/closed-trips.tsx';
import { NoneInPeriod } from '../../components/none-in-period.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { WhenSeen } from '../../components/when-seen.tsx';

function Recent(): ReactNode {
  const trips = useRecent();
  return (
    <WhenLoaded query={trips} height={200}>
      {(found) =>
        found.items.length === 0 ? (
          <NoneInPeriod>Closed trades appear here.</NoneInPeriod>
        ) : (
          <ClosedTrips label="Recent trades" trips={found} />
        )
      }
    </WhenLoaded>
  );
}

const MOST_POSITIONS = 8;

interface Part {
  readonly id: string;
  readonly title: string;
  readonly show: () => ReactNode;
}

const parts: readonly Part[] = [
  { id: 'equity', title: 'Equity', show: () => <Equity /> },
  { id: 'realised', title: 'Realised results and drawdown', show: () => <RealisedEquity /> },
  { id: 'month', title: 'Days', show: () => <Month /> },
  { id: 'recent', title: 'Recent trades', show: () => <Recent /> },
  { id: 'plans', title: 'Plans', show: () => <OpenPlans /> },
  { id: 'positions', title: 'Open positions', show: () => <Positions most={MOST_POSITIONS} /> },
  {
    id: 'assistant',
    title: 'Assistant',
    show: () => (
      <WhenSeen>
        <AssistantStrip />
      </WhenSeen>
    ),
  },
];

export function DashboardPage(): ReactNode {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: filter });
  useLastYear(curve.data?.trade_count);
  const beginning = useBeginning(curve.data?.trade_count);
  const { order, hidden } = useArrangement();
  const isWorthless = useIsWorthless();
  const shown = orderBy(
    parts.map(({ id }) => id),
    order,
  ).flatMap((id) =>
    hidden.includes(id) || (id === 'equity' && isWorthless) ? [] : parts.filter((part) => part.id === id),
  );
  const isEmpty = beginning === 'empty';
  return (
    <Page
      title="Dashboard"
      aside={
        !isEmpty && (
          <div className="page-tools">
            <Arrange parts={parts} />
          </div>
        )
      }
    >
      <Approvals />
      {/* Of no trades there are no figures: seven cards that say so would hide how to begin. */}
      {!isEmpty && <KeyFigures />}
      {!isEmpty && <Tonight />}
      {beginning !== 'over' && <Guide />}
      {!isEmpty && (
        <div className="dashboard">
          {shown.map(({ id, title, show }) => (
            <section key={id} className={`card part-${id}`} aria-labelledby={`part-${id}`}>
              <h2 id={`part-${id}`}>{title}</h2>
              {show()}
            </section>
          ))}
        </div>
      )}
    </Page>
  );
}
