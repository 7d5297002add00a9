// What the person has just written or agreed to, with the way back, for a few seconds; after that it is in the history and in the bin.
import { visible } from '@zorivest/vocabulary';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { capitalize } from '../components/changed-fields.ts';
import { UndoChange } from '../components/undo.tsx';
import { askedBy, listenToWrites } from '../client/cache.ts';
import { type Answer, api } from '../client/client.ts';

type Entry = Answer<'bin', 'list'>['items'][number];

/** An approved change is shown with the key that asked for it. */
function sentenceOf({ actor, operation, at, what }: Entry): string {
  const by = askedBy(actor, operation, at);
  return visible(by === null ? `${capitalize(what)}.` : `${by} ${what}.`);
}

const SHOWN_MS = 12_000;
/** The clocks of service and browser are one, but each answer is stamped before it arrives. */
const STAMPED_BEFORE_MS = 1000;

/** An undo is confirmed where it was pressed. */
const undoOperations: ReadonlySet<string> = new Set(['bin.restore', 'audit.revert']);

/** How the app looks is changed back where it was changed. */
const ofLook = /\bsetting(?:s)? (?:ui|display)\./;

/** Whatever page it was done on: the bin knows what was done last. Before this page was opened it is history. */
async function lastWrite(opened: number): Promise<Entry | null> {
  const { items } = await api.bin.list({ query: { limit: 1, all: true } });
  const [newest] = items;
  if (newest === undefined || undoOperations.has(newest.operation)) return null;
  if (askedBy(newest.actor, newest.operation, newest.at) !== null) return newest;
  if (newest.actor !== 'person' || ofLook.test(newest.what)) return null;
  return Date.parse(newest.at) >= opened - STAMPED_BEFORE_MS ? newest : null;
}

export function UndoToast(): ReactNode {
  const [entry, setEntry] = useState<Entry | null>(null);
  // Each act is shown once, and none after a later one: answers may overtake each other, and a write that leaves nothing to
  // take back must not bring an earlier one up again.
  const lastShown = useRef(0);
  const [opened] = useState(() => Date.now());
  useEffect(
    () =>
      listenToWrites(() => {
        const tell = async () => {
          const found = await lastWrite(opened);
          if (found === null || found.id <= lastShown.current) return;
          lastShown.current = found.id;
          setEntry(found);
        };
        // It is a convenience: where it cannot be asked for, the history has it.
        tell().catch(() => {});
      }),
    [opened],
  );
  useEffect(() => {
    if (entry === null) return undefined;
    const timer = setTimeout(() => setEntry(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [entry]);
  return (
    <div role="status">
      {entry !== null && (
        <div className="toast" data-part="toast">
          <span>{sentenceOf(entry)}</span>
          <UndoChange key={entry.id} undo={{ bin_id: entry.id, why_not: null }} />
        </div>
      )}
    </div>
  );
}
