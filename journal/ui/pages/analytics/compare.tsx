// The same question about two filters, side by side: what the page shows, and another period or a filter by name.
import { type ReactNode, useCallback } from 'react';
import { Router, useLocation, useSearch } from 'wouter';
import { periods, withFilter } from '../../filter/filter.ts';
import { Whose } from '../../components/card.tsx';
import { useEndpoint } from '../../client/cache.ts';

/** The comparison: `period:last_year`, or `filter:` and its name. */
const FIELD = 'compare';
const OWN = 'Current filter';

interface Other {
  readonly name: string;
  /** Its part of an address. */
  readonly search: string;
}

function useOther(): Other | null {
  const search = useSearch();
  const param = new URLSearchParams(search).get(FIELD) ?? '';
  const filters = useEndpoint('filters', 'list', undefined, { enabled: param.startsWith('filter:') });
  const [, kind, value = ''] = /^(period|filter):(.*)$/.exec(param) ?? [];
  if (kind === 'period') {
    const known = periods.find(([period]) => period === value);
    const change = { period: value, from: null, to: null, [FIELD]: null };
    return known === undefined ? null : { name: known[1], search: withFilter(search, change).slice(1) };
  }
  const saved = filters.data?.items.find(({ name }) => name === value);
  return saved === undefined ? null : { name: saved.name, search: withFilter('', saved.query).slice(1) };
}

export function CompareChoice(): ReactNode {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filters = useEndpoint('filters', 'list');
  const saved = filters.data?.items ?? [];
  return (
    <select
      className="plain-select"
      aria-label="Compare with"
      value={new URLSearchParams(search).get(FIELD) ?? ''}
      onChange={(event) => navigate(`${path}${withFilter(search, { [FIELD]: event.target.value })}`, { replace: true })}
    >
      <option value="">Compare with …</option>
      {periods.map(([value, label]) => (
        <option key={value} value={`period:${value}`}>
          {label}
        </option>
      ))}
      {saved.length > 0 && (
        <optgroup label="Saved views">
          {saved.map(({ name }) => (
            <option key={name} value={`filter:${name}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}

/** The children read the filter from the address; the second column gets another one. */
export function SideBySide({ children }: { readonly children: ReactNode }): ReactNode {
  const other = useOther();
  const search = other?.search ?? '';
  const searchHook = useCallback(() => search, [search]);
  if (other === null) return children;
  return (
    <div className="compared">
      <section aria-label={OWN}>
        <p className="quiet">{OWN}</p>
        {children}
      </section>
      <section aria-label={other.name}>
        <p className="quiet">{other.name}</p>
        <Whose value={other.name}>
          <Router searchHook={searchHook}>{children}</Router>
        </Whose>
      </section>
    </div>
  );
}
