// The one filter of the app: whose trades, of when, called what, shown as what; and views that were saved by name.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { matchRoute, useLocation, useRouter, useSearch } from 'wouter';
import { periods, useFilter, withFilter } from '../filter/filter.ts';
import { type Show, shows, useShow } from '../filter/show.ts';
import { Act } from '../components/act.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { Field } from '../components/field.tsx';
import { Empty, WhenLoaded } from '../components/states.tsx';
import { type Choice, routes } from '../routes.ts';
import { noteWrite, useEndpoint } from '../client/cache.ts';
import { api } from '../client/client.ts';
import type { Problem } from '../client/problem.ts';

/** Next to the navigation it is one line. */
export function FilterBar(): ReactNode {
  const obeyed = useObeyed();
  if (obeyed.size === 0) return <div className="filter-bar" />;
  return (
    <div className="filter-bar" role="group" aria-label="Filter">
      <FilterChoices obeyed={obeyed} />
    </div>
  );
}

/** What the page that is open follows. */
function useObeyed(): ReadonlySet<Choice> {
  const [path] = useLocation();
  const { parser } = useRouter();
  const route = routes.find((each) => matchRoute(parser, each.path, path)[0]);
  return new Set(route?.obeys);
}

/** On a phone or a tablet it opens over the page. */
export function FilterSheet(): ReactNode {
  const [open, setOpen] = useState(false);
  const obeyed = useObeyed();
  if (obeyed.size === 0) return null;
  return (
    <>
      <button type="button" className="button ghost sign" title="Filter" onClick={() => setOpen(true)}>
        <Icon name="filter" />
        <span className="visually-hidden">Filter</span>
      </button>
      {open && (
        <Dialog title="Filter" onClose={() => setOpen(false)}>
          <div className="filter-sheet" role="group" aria-label="Filter">
            <FilterChoices obeyed={obeyed} />
          </div>
        </Dialog>
      )}
    </>
  );
}

function FilterChoices({ obeyed }: { readonly obeyed: ReadonlySet<Choice> }): ReactNode {
  const [filter, change] = useFilter();
  const accounts = useEndpoint('accounts', 'list');
  const own = filter.from !== undefined || filter.to !== undefined;
  return (
    <>
      {obeyed.has('accounts') && (
        <select
          className="plain-select"
          aria-label="Portfolio"
          value={filter.account_ids ?? ''}
          onChange={(event) => change({ account_ids: event.target.value })}
        >
          <option value="">All accounts</option>
          {(accounts.data ?? []).map(({ account_id, name }) => (
            <option key={account_id} value={account_id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {obeyed.has('period') && (
        <select
          className="plain-select"
          aria-label="Period"
          value={own ? 'own' : (filter.period ?? '')}
          onChange={(event) => change({ period: event.target.value, from: null, to: null })}
        >
          {own && <option value="own">{`${filter.from ?? '…'} to ${filter.to ?? '…'}`}</option>}
          {periods.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {obeyed.has('tags') && <TagChoice chosen={filter.tags ?? ''} onChange={(tags) => change({ tags })} />}
      {obeyed.has('show') && <ShowChoice />}
      <SavedFilters />
    </>
  );
}

/** Tags that are hidden are offered only where they are chosen already. */
function TagChoice({
  chosen,
  onChange,
}: {
  readonly chosen: string;
  readonly onChange: (tag: string) => void;
}): ReactNode {
  const tags = useEndpoint('tags', 'list');
  const offered = (tags.data?.items ?? []).filter(({ tag, hidden }) => !hidden || tag === chosen);
  const isOffered = chosen === '' || offered.some(({ tag }) => tag === chosen);
  if (offered.length === 0 && chosen === '') return null;
  return (
    <select className="plain-select" aria-label="Tag" value={chosen} onChange={(event) => onChange(event.target.value)}>
      <option value="">All tags</option>
      {!isOffered && <option value={chosen}>{chosen}</option>}
      {offered.map(({ tag, trade_count }) => (
        <option key={tag} value={tag}>{`${tag} (${trade_count})`}</option>
      ))}
    </select>
  );
}

function ShowChoice(): ReactNode {
  const show = useShow();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const choose = (next: Show) =>
    navigate(`${path}${withFilter(search, { show: next === 'money' ? null : next })}`, { replace: true });
  return (
    <div role="group" aria-label="Show results in" className="segments">
      {(Object.entries(shows) as [Show, string][]).map(([value, sign]) => (
        <button
          key={value}
          type="button"
          className="button"
          aria-pressed={show === value}
          onClick={() => choose(value)}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

function SavedFilters(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button ghost sign" title="Saved views" onClick={() => setOpen(true)}>
        <Icon name="bookmark" />
        <span className="visually-hidden">Saved views</span>
      </button>
      {open && <FilterDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function FilterDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const [name, setName] = useState('');
  const filters = useEndpoint('filters', 'list');
  const query = Object.fromEntries(new URLSearchParams(search));
  const save = useMutation<unknown, Problem>({
    mutationFn: () => api.filters.save({ params: { name }, body: { query } }),
    onSuccess: () => setName(''),
    onSettled: () => noteWrite('filter'),
  });
  return (
    <Dialog title="Saved views" onClose={onClose}>
      <WhenLoaded query={filters} height={60}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>A saved view restores this filter.</Empty>
          ) : (
            <ul className="strip">
              {items.map((saved) => (
                <li key={saved.name} className="page-tools">
                  <button
                    type="button"
                    className="button"
                    onClick={() => {
                      navigate(`${path}${withFilter('', saved.query)}`);
                      onClose();
                    }}
                  >
                    {saved.name}
                  </button>
                  <Act act={() => api.filters.remove({ params: { name: saved.name } })} changes="filter">
                    Forget<span className="visually-hidden"> {saved.name}</span>
                  </Act>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field label="Name of this view" required value={name} onChange={(event) => setName(event.target.value)} />
        {save.error && <p role="alert">{save.error.message}</p>}
        <button type="submit" className="button main">
          Save
        </button>
      </form>
    </Dialog>
  );
}
