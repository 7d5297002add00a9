// Every page and act by a few letters, and the list of keys. Ctrl+K opens one, ? the other.
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { setHidden, useHidden } from '../amount/privacy.ts';
import { useFilterSearch, withFilter } from '../filter/filter.ts';
import { routes } from '../routes.ts';
import { analyticsTabs, settingsTabs } from '../tabs.ts';
import { Dialog } from '../components/dialog.tsx';
import { useEndpoint } from '../client/cache.ts';
import { prefer } from '../client/preferences.ts';

interface Command {
  readonly name: string;
  readonly hint?: string;
  readonly run: () => void;
}

const MOST_SHOWN = 12;

interface CommandList {
  readonly commands: readonly Command[];
  /** Whether the person's own filters are among them by now. */
  readonly complete: boolean;
}

/** All that can be gone to or done from anywhere. */
function useCommands(typed: string): CommandList {
  const [, navigate] = useLocation();
  const search = useFilterSearch();
  const hidden = useHidden();
  const filters = useEndpoint('filters', 'list');
  const commands = useMemo(() => {
    const go = (name: string, to: string, hint?: string): Command => ({
      name,
      ...(hint !== undefined && { hint }),
      run: () => navigate(`${to}${search}`),
    });
    const known: Command[] = [
      ...routes.flatMap(({ rail, title, key }) =>
        rail === undefined ? [] : [go(title, rail, key === undefined ? undefined : `g ${key}`)],
      ),
      ...analyticsTabs.map(({ id, title }) => go(`Analytics: ${title}`, `/analytics/${id}`)),
      ...settingsTabs.map(({ id, title }) => go(`Settings: ${title}`, `/settings/${id}`)),
      { name: hidden ? 'Show amounts' : 'Hide amounts', hint: '.', run: () => setHidden(!hidden) },
      ...(['light', 'dark', 'system'] as const).map((theme) => ({
        name: `Theme: ${theme}`,
        run: () => void prefer({ theme }),
      })),
      ...(filters.data?.items ?? []).map(({ name, query }) => ({
        name: `Filter: ${name}`,
        run: () => navigate(withFilter('', query)),
      })),
    ];
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const found = known.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
    const trades: Command[] =
      typed.trim() === ''
        ? []
        : [
            {
              name: `Trades with “${typed.trim()}”`,
              run: () => navigate(`/trades${withFilter(search, { search: typed.trim(), period: 'all' })}`),
            },
          ];
    return [...found.slice(0, MOST_SHOWN), ...trades];
  }, [typed, navigate, search, hidden, filters.data]);
  return { commands, complete: !filters.isPending };
}

export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [entered, setEntered] = useState(false);
  const { commands, complete } = useCommands(typed);
  const list = useRef<HTMLUListElement>(null);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  // A person who types faster than the filters arrive still gets the intended one.
  useEffect(() => {
    if (entered && complete) run(commands[active]);
  });
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = (active + step + commands.length) % Math.max(1, commands.length);
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') setEntered(true);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        className="plain-select palette-input"
        role="combobox"
        aria-label="Page or action"
        aria-expanded
        aria-controls="palette"
        aria-activedescendant={`palette-${active}`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setEntered(false);
        }}
        onKeyDown={onKey}
      />
      <ul ref={list} id="palette" role="listbox" aria-label="Results" className="palette">
        {commands.map((command, i) => (
          <li
            key={command.name}
            id={`palette-${i}`}
            role="option"
            aria-selected={i === active}
            onClick={() => run(command)}
          >
            <span>{command.name}</span>
            {command.hint !== undefined && <kbd>{command.hint}</kbd>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const keys: readonly (readonly [key: string, what: string])[] = [
  ['Ctrl K', 'go to a page, a filter or an action'],
  ['Ctrl .', 'stop the assistants'],
  ['.', 'hide or show amounts'],
  ['?', 'this list'],
  ['j k Up Down', 'move in the list of trades'],
  ['Enter', 'open the trade'],
  ['Space', 'preview the trade next to the list'],
  ['x', 'select the trade for a bulk action'],
  ['r t m', 'review, tag, or note a mistake: the selected trades, or the active one'],
  ['e Del', 'change or delete them'],
  ['r', 'on a trade’s page: review it by four keys'],
  ['Ctrl V', 'paste a screenshot into the active trade'],
  ['/', 'search the trades'],
  ['Left Right', 'the previous or next trade'],
  ['PgUp PgDn', 'the previous or next month'],
  ['a d', 'approve or deny the focused card'],
];

export function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const pages = routes.flatMap(({ key, title }) => (key === undefined ? [] : [[`g ${key}`, title] as const]));
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="keys">
        {[...keys, ...pages].map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
