// How each of the tags went from trade to trade: what its bar does not say is when.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { SmallLine } from '../../charts/small-line.tsx';
import { useFilter, useFilterSearch, withFilter } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { WhenSeen } from '../../components/when-seen.tsx';
import { useEndpoint } from '../../client/cache.ts';

interface Setup {
  readonly name: string;
  readonly trade_count: number;
  readonly total_pnl: number;
}

/** Each has a request of its own. */
const MOST = 8;
/** Of fewer trades there is no way to be seen. */
const FEWEST = 3;
/** A line as small as this shows no more. */
const POINTS = 40;

export function SetupCurves({ setups }: { readonly setups: readonly Setup[] }): ReactNode {
  const shown = setups
    .filter(({ name, trade_count }) => name !== 'untagged' && trade_count >= FEWEST)
    .toSorted((a, b) => b.trade_count - a.trade_count)
    .slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <Card name="Cumulative result by tag" headed>
      <ul className="setup-curves">
        {shown.map((setup) => (
          <SetupCurve key={setup.name} setup={setup} />
        ))}
      </ul>
    </Card>
  );
}

function SetupCurve({ setup: { name, trade_count, total_pnl } }: { readonly setup: Setup }): ReactNode {
  const search = useFilterSearch();
  return (
    <li>
      <Link href={`/trades${withFilter(search, { slice: `tag:${name}` })}`}>{name}</Link>
      <WhenSeen>
        <Way name={name} />
      </WhenSeen>
      <span>
        <Amount value={total_pnl} result /> <span className="quiet">{`n ${count(trade_count)}`}</span>
      </span>
    </li>
  );
}

function Way({ name }: { readonly name: string }): ReactNode {
  const [filter] = useFilter();
  const curve = useEndpoint('analytics', 'equityCurve', { query: { ...filter, tags: name, max_points: POINTS } });
  const points = curve.data?.points.equity;
  return (
    <span role="img" aria-label={`What the trades tagged ${name} brought, one after the other`}>
      <SmallLine points={points === undefined ? undefined : [0, ...points]} />
    </span>
  );
}
