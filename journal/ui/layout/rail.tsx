// The pages by name: all of them at the side, or on a phone the four that are used most and More.
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useFilterSearch } from '../filter/filter.ts';
import { useLook } from '../client/look.ts';
import { useNarrow } from '../theme/narrow.ts';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { Mark } from '../components/mark.tsx';
import { type PageRoute, routes } from '../routes.ts';
import { prefer } from '../client/preferences.ts';

interface Entry extends PageRoute {
  readonly rail: string;
}

const entries = routes.filter((route): route is Entry => route.rail !== undefined);

/** `/trades/17` belongs to `/trades`. */
const sectionOf = (path: string) => path.split('/')[1];

export function Rail({ waiting }: { readonly waiting: number }): ReactNode {
  const [path] = useLocation();
  const isNarrow = useNarrow();
  const [isMore, setMore] = useState(false);
  const shown = isNarrow ? entries.filter(({ bar }) => bar) : entries;
  const isElsewhere = !shown.some(({ rail }) => sectionOf(rail) === sectionOf(path));
  return (
    <>
      <nav className="rail" aria-label="Pages">
        {!isNarrow && (
          <span className="brand">
            <Mark />
            <span className="brand-name">Zorivest</span>
          </span>
        )}
        {shown.map((entry) => (
          <PageLink key={entry.rail} entry={entry} waiting={entry.path === '/assistant' ? waiting : 0} />
        ))}
        {isNarrow && (
          <button
            type="button"
            className="rail-entry"
            aria-current={isElsewhere ? 'page' : undefined}
            onClick={() => setMore(true)}
          >
            <Icon name="more" />
            <span className="rail-name">More</span>
          </button>
        )}
      </nav>
      {isNarrow && isMore && <MorePages onClose={() => setMore(false)} />}
    </>
  );
}

interface PageLinkProps {
  readonly entry: Entry;
  readonly waiting?: number;
  readonly onGo?: () => void;
}

function PageLink({ entry: { rail, title, icon, load }, waiting = 0, onGo }: PageLinkProps): ReactNode {
  const [path] = useLocation();
  const search = useFilterSearch();
  return (
    <Link
      href={`${rail}${search}`}
      className="rail-entry"
      aria-current={sectionOf(path) === sectionOf(rail) ? 'page' : undefined}
      title={title}
      // Who points at it is about to go there.
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={onGo}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span className="rail-name">{title}</span>
      {waiting > 0 && (
        <span className="badge">
          {waiting}
          <span className="visually-hidden"> waiting for your answer</span>
        </span>
      )}
    </Link>
  );
}

/** What has no place in the bar of a phone. */
function MorePages({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { theme } = useLook();
  const dark = document.documentElement.dataset['theme'] === 'dark';
  return (
    <Dialog title="More" onClose={onClose}>
      <div className="more-pages">
        {entries
          .filter(({ bar }) => !bar)
          .map((entry) => (
            <PageLink key={entry.rail} entry={entry} onGo={onClose} />
          ))}
        <button
          type="button"
          className="rail-entry"
          title={`Theme: ${theme}`}
          onClick={() => void prefer({ theme: dark ? 'light' : 'dark' })}
        >
          <Icon name={dark ? 'light' : 'dark'} />
          <span className="rail-name">{dark ? 'Light theme' : 'Dark theme'}</span>
        </button>
      </div>
    </Dialog>
  );
}
