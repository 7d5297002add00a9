// The views that were saved by name, one press away above the list.
import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { withFilter } from '../../filter/filter.ts';
import { useEndpoint } from '../../client/cache.ts';

const MOST_SHOWN = 8;

/** The same view, however its address is written. */
const addressOf = (search: string): string =>
  [...new URLSearchParams(search)]
    .filter(([name]) => name !== 'at')
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&');

export function ViewTabs(): ReactNode {
  const [path] = useLocation();
  const search = useSearch();
  const views = useEndpoint('filters', 'list').data?.items ?? [];
  if (views.length === 0) return null;
  const tabs = [{ name: 'All', href: '' }, ...views.map(({ name, query }) => ({ name, href: withFilter('', query) }))];
  return (
    <nav className="tabs" aria-label="Saved views">
      {tabs.slice(0, MOST_SHOWN + 1).map(({ name, href }) => (
        <Link
          key={name}
          href={`${path}${href}`}
          aria-current={addressOf(search) === addressOf(href) ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
