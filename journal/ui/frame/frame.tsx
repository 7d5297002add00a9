// What stands around every page: the rail, the filter, the eye, the theme, the live dot and the stop button.
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { setHidden, useHidden } from '../amount/privacy.ts';
import { periods, useFilter, useFilterSearch } from '../filter/filter.ts';
import { setTheme, type Theme, useTheme } from '../look/theme.ts';
import { routes } from '../routes.ts';
import { useEndpoint } from '../service/cache.ts';
import { useWaiting } from '../pages/assistant/approvals.tsx';
import { useLive } from './live.tsx';
import { Stop } from './stop.tsx';
import { useTitle } from './title.ts';

/** A waiting approval shows in the title, whatever page is open. */
function useWaitingInTitle(): void {
  const { setWaiting } = useTitle();
  const waiting = useWaiting().length;
  useEffect(() => {
    setWaiting(waiting);
    return () => setWaiting(0);
  }, [setWaiting, waiting]);
}

export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  useKeys();
  useWaitingInTitle();
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <Rail />
      <header className="top-bar">
        <FilterBar />
        <div className="top-tools">
          <Privacy />
          <ThemeChoice />
          <LiveDot />
          <Stop />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Rail(): ReactNode {
  const [path] = useLocation();
  const search = useFilterSearch();
  return (
    <nav className="rail" aria-label="Pages">
      {routes.flatMap(({ rail, title, icon }) =>
        rail === undefined
          ? []
          : [
              <Link
                key={rail}
                href={`${rail}${search}`}
                aria-current={path === rail ? 'page' : undefined}
                title={title}
              >
                <span aria-hidden="true">{icon}</span>
                <span className="rail-name">{title}</span>
              </Link>,
            ],
      )}
    </nav>
  );
}

function FilterBar(): ReactNode {
  const [filter, change] = useFilter();
  const accounts = useEndpoint('accounts', 'list');
  const own = filter.from !== undefined || filter.to !== undefined;
  return (
    <div className="filter-bar" role="group" aria-label="Filter">
      <select
        className="plain-select"
        aria-label="Accounts"
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
    </div>
  );
}

function Privacy(): ReactNode {
  const hidden = useHidden();
  return (
    <button
      type="button"
      className="button"
      aria-pressed={hidden}
      onClick={() => setHidden(!hidden)}
      title="Hide amounts (.)"
    >
      <span aria-hidden="true">{hidden ? '◌' : '◉'}</span>
      <span className="visually-hidden">Hide amounts</span>
    </button>
  );
}

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

function ThemeChoice(): ReactNode {
  const theme = useTheme();
  return (
    <button type="button" className="button" onClick={() => setTheme(next[theme])} title={`Theme: ${theme}`}>
      <span aria-hidden="true">{theme === 'dark' ? '●' : theme === 'light' ? '○' : '◐'}</span>
      <span className="visually-hidden">{`Theme: ${theme}; change`}</span>
    </button>
  );
}

function LiveDot(): ReactNode {
  const { connection } = useLive();
  return (
    <span className={`live ${connection}`} role="status">
      <span aria-hidden="true">● </span>
      {connection}
    </span>
  );
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/** `g` and a letter goes to a page; `.` hides amounts. */
function useKeys(): void {
  const [, navigate] = useLocation();
  const search = useFilterSearch();
  const hidden = useHidden();
  const armed = useRef(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (armed.current) {
        armed.current = false;
        const route = routes.find(({ key }) => key === event.key);
        if (route?.rail !== undefined) navigate(`${route.rail}${search}`);
      } else if (event.key === 'g') armed.current = true;
      else if (event.key === '.') setHidden(!hidden);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, search, hidden]);
}
