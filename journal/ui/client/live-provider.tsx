// One connection to the live feed for the whole app: it refreshes the answers and holds the last calls.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { noteWrite, queries } from './cache.ts';
import { type Connection, follow, type LiveEvent } from './live.ts';
import { keepSession } from './renew.ts';
import { session } from './session.ts';

interface Live {
  readonly connection: Connection;
  /** Newest first. */
  readonly events: readonly LiveEvent[];
}

const MAX_EVENTS = 500;
/** What comes within this of another is drawn with it: an assistant can make thousands of calls while a page has one thread. */
const GATHERED_MS = 250;
const LiveContext = createContext<Live>({ connection: 'connecting', events: [] });
export const useLive = (): Live => useContext(LiveContext);

export function LiveProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [connection, setConnection] = useState<Connection>('connecting');
  const [events, setEvents] = useState<readonly LiveEvent[]>([]);
  useEffect(() => {
    let waiting: LiveEvent[] = [];
    let timer: number | undefined;
    const show = () => {
      const more = waiting;
      waiting = [];
      timer = undefined;
      if (more.length === 0) return;
      setEvents((before) => [...more.toReversed(), ...before].slice(0, MAX_EVENTS));
      timer = window.setTimeout(show, GATHERED_MS);
    };
    const end = follow((event) => {
      handleEvent(event);
      waiting.push(event);
      if (timer === undefined) show();
    }, setConnection);
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
  useEffect(keepSession, []);
  return <LiveContext value={{ connection, events }}>{children}</LiveContext>;
}

function handleEvent({ type, data }: LiveEvent): void {
  if (type === 'hello') void queries.invalidateQueries();
  else if (type === 'write') noteWrite(String(data['resource_type']));
  else if (type === 'guard') noteWrite('guard');
  else if (type === 'approval') void queries.invalidateQueries({ queryKey: ['approvals'] });
  else if (type === 'pairing') void queries.invalidateQueries({ queryKey: ['pairings'] });
  else if (type === 'vault' && data['state'] === 'locked') session.end();
}
