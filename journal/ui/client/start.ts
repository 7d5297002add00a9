// What every page asks for at its start, asked for together: one request in place of nine. Asked for alone, as after a change
// of one of them, each goes its own way.
import { type Answer, api } from './client.ts';

type Start = Answer<'app', 'start'>;

/** The part of the one answer that stands for an endpoint with this input. */
const partOf: Readonly<Record<string, keyof Start>> = {
  'guard.status': 'guard',
  'system.status': 'status',
  'approvals.list {"query":{"status":"waiting"}}': 'waiting',
  'pairings.list': 'pairings',
  'settings.list': 'settings',
  'settings.resolved': 'resolved',
  'accounts.list': 'accounts',
  'tags.list': 'tags',
  'filters.list': 'filters',
  'drafts.list': 'drafts',
};

/** Fewer than this are requested one by one. */
const LEAST = 3;

interface Asking {
  readonly part: keyof Start;
  readonly settle: (start: Promise<Start> | null) => void;
}

let asking: Asking[] | null = null;

/** Everything that one draw of the page asks for arrives in the same turn. */
function gather(part: keyof Start): Promise<Start | null> {
  return new Promise((settle) => {
    if (asking === null) {
      asking = [];
      setTimeout(() => {
        const asked = asking ?? [];
        asking = null;
        const isStart = new Set(asked.map((each) => each.part)).size >= LEAST;
        const start = isStart ? api.app.start() : null;
        for (const each of asked) each.settle(start);
      });
    }
    asking.push({ part, settle });
  });
}

/** The answer of an endpoint: out of the one for all where several are asked for, else its own. */
export async function askTogether<T>(endpoint: string, input: unknown, askAlone: () => Promise<T>): Promise<T> {
  const part = partOf[input === undefined ? endpoint : `${endpoint} ${JSON.stringify(input)}`];
  if (part === undefined) return askAlone();
  const start = await gather(part);
  // Each part is typed by its endpoint in the contract.
  return (start?.[part] as T | undefined) ?? askAlone();
}
