// What stands around every page: the rail, the filter, the eye, the theme, the live dot and the stop button.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { setHidden, useHidden } from '../amount/privacy.ts';
import { useFilterSearch } from '../filter/filter.ts';
import { type Theme, useLook } from '../client/look.ts';
import { useNarrow, useTwoLines } from '../theme/narrow.ts';
import { Icon } from '../components/icon.tsx';
import { usePagePlace } from '../components/place.ts';
import { isTyping } from '../components/typing.ts';
import { routes } from '../routes.ts';
import { useEndpoint } from '../client/cache.ts';
import { noteOpened } from '../client/last-opened.ts';
import { useNotices } from '../client/notify.ts';
import { prefer, usePreferences } from '../client/preferences.ts';
import { useWaiting } from '../pages/assistant/approvals.tsx';
import { AwayBanner } from './away.tsx';
import { FilterBar, FilterSheet } from './filter-bar.tsx';
import { useLive } from '../client/live-provider.tsx';
import { KeyHelp, Palette } from './palette.tsx';
import { Pairings } from './pairings.tsx';
import { Rail } from './rail.tsx';
import { PassphraseQuestion } from './passphrase-question.tsx';
import { Stop } from './stop.tsx';
import { useTitle } from '../components/title.ts';
import { UndoToast } from './undo-toast.tsx';

/** A waiting approval shows in the title and at its page's name, whatever page is open. */
function useWaitingCount(): number {
  const { setWaiting } = useTitle();
  const approvals = useWaiting();
  useNotices(approvals);
  const waiting = approvals.length;
  useEffect(() => {
    setWaiting(waiting);
    return () => setWaiting(0);
  }, [setWaiting, waiting]);
  return waiting;
}

export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const [over, setOver] = useState<'palette' | 'keys' | null>(null);
  useKeys(setOver);
  const waiting = useWaitingCount();
  const isNarrow = useNarrow();
  const hasSheet = useTwoLines();
  const [path] = useLocation();
  usePagePlace(path);
  usePreferences();
  const home = useEndpoint('system', 'status').data?.home;
  useEffect(() => {
    if (home !== undefined) noteOpened(home);
  }, [home]);
  // Requested with the rest of what every page needs, so that a page that wants it later sends no request.
  useEndpoint('settings', 'list');
  useEndpoint('drafts', 'list');
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <Rail waiting={waiting} />
      <header className="top-bar">
        {!hasSheet && <FilterBar />}
        <div className="top-tools">
          {hasSheet && <FilterSheet />}
          <button type="button" className="button ghost sign" title="Go to (Ctrl+K)" onClick={() => setOver('palette')}>
            <Icon name="search" />
            <span className="visually-hidden">Go to a page or action</span>
          </button>
          <Privacy />
          {!isNarrow && <ThemeChoice />}
          {isNarrow && <DemoMark />}
          <LiveDot />
          <Stop />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <AwayBanner />
        {!isNarrow && <DemoMark />}
        <Pairings />
        {children}
      </main>
      {over === 'palette' && <Palette onClose={() => setOver(null)} />}
      {over === 'keys' && <KeyHelp onClose={() => setOver(null)} />}
      <PassphraseQuestion />
      <UndoToast />
    </div>
  );
}

/** On every page of a demo book: its figures must not pass for the person's own. */
function DemoMark(): ReactNode {
  const status = useEndpoint('system', 'status');
  if (status.data?.demo !== true) return null;
  return (
    <p className="demo-mark" role="note">
      Demo
      <span className="demo-more">
        {' '}
        book: trades and prices are simulated. <code>zorivest init</code> creates your own.
      </span>
    </p>
  );
}

function Privacy(): ReactNode {
  const hidden = useHidden();
  return (
    <button
      type="button"
      className="button ghost sign"
      aria-pressed={hidden}
      onClick={() => setHidden(!hidden)}
      title="Hide amounts (.)"
    >
      <Icon name={hidden ? 'hidden' : 'shown'} />
      <span className="visually-hidden">Hide amounts</span>
    </button>
  );
}

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

function ThemeChoice(): ReactNode {
  const { theme } = useLook();
  return (
    <button
      type="button"
      className="button ghost sign"
      onClick={() => void prefer({ theme: next[theme] })}
      title={`Theme: ${theme}`}
    >
      <Icon name={theme} />
      <span className="visually-hidden">{`Theme: ${theme}; change`}</span>
    </button>
  );
}

function LiveDot(): ReactNode {
  const { connection } = useLive();
  return (
    <span className={`live ${connection}`} role="status">
      <span aria-hidden="true" className="dot" />
      <span className={connection === 'live' ? 'live-word' : undefined}>{connection}</span>
    </span>
  );
}

/** `g` and a letter goes to a page; `.` hides amounts; Ctrl+K finds, `?` lists the keys. */
function useKeys(open: (what: 'palette' | 'keys') => void): void {
  const [, navigate] = useLocation();
  const search = useFilterSearch();
  const hidden = useHidden();
  const armed = useRef(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
        event.preventDefault();
        return open('palette');
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return undefined;
      if (armed.current) {
        armed.current = false;
        // The letter after g is no key of what has the focus.
        event.stopPropagation();
        const route = routes.find(({ key }) => key === event.key);
        if (route?.rail !== undefined) navigate(`${route.rail}${search}`);
      } else if (event.key === 'g') armed.current = true;
      else if (event.key === '.') setHidden(!hidden);
      else if (event.key === '?') open('keys');
      return undefined;
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [navigate, search, hidden, open]);
}
