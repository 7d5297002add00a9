// The list's contents and layout, and whether only winners or losers are in it; both stand in the address.
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useFilter, withFilter } from '../../filter/filter.ts';

export type ListKind = 'grid' | 'pages' | 'day' | 'week' | 'executions';

const kinds: readonly (readonly [value: ListKind, label: string])[] = [
  ['grid', 'Trades'],
  ['pages', 'Trades in pages'],
  ['day', 'Trades by day'],
  ['week', 'Trades by week'],
  ['executions', 'Executions'],
];

export function useListKind(): ListKind {
  const param = new URLSearchParams(useSearch()).get('as');
  return kinds.find(([value]) => value === param)?.[0] ?? 'grid';
}

export function ListChoice(): ReactNode {
  const kind = useListKind();
  const search = useSearch();
  const [path, navigate] = useLocation();
  return (
    <select
      className="plain-select"
      aria-label="Show as"
      value={kind}
      onChange={({ target: { value } }) =>
        navigate(`${path}${withFilter(search, { as: value === 'grid' ? null : value })}`, { replace: true })
      }
    >
      {kinds.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

const results = [
  ['', 'All'],
  ['win', 'Won'],
  ['loss', 'Lost'],
  ['break_even', 'Breakeven'],
] as const;

export function ResultChoice(): ReactNode {
  const [filter, change] = useFilter();
  return (
    <div role="group" aria-label="Outcome" className="segments">
      {results.map(([value, label]) => (
        <button
          key={value}
          type="button"
          className="button"
          aria-pressed={(filter.result ?? '') === value}
          onClick={() => change({ result: value })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
