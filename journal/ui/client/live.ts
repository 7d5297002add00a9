// What happens in the service, as it happens. Read with fetch: EventSource cannot send the session.
import { send } from './client.ts';
import { session } from './session.ts';

export interface LiveEvent {
  readonly id: number;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Connection = 'live' | 'connecting' | 'away';

type OnEvent = (event: LiveEvent) => void;
type OnState = (state: Connection) => void;

const LONGEST_PAUSE = 10_000;

/** What the tab that reads the feed tells the others; `who` asks it how it stands. */
type TabMessage = { readonly event: LiveEvent } | { readonly state: Connection } | { readonly who: true };

const NAME = 'zorivest.feed';

/**
 * Follows the feed until aborted; reconnects automatically, and each time begins with a `hello`. One tab reads it for
 * all of them: a browser opens six connections to one address, and six tabs with a feed each could ask nothing more.
 */
export function follow(onEvent: OnEvent, onState: OnState): () => void {
  const ended = new AbortController();
  const others = new BroadcastChannel(NAME);
  let state: Connection | null = null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  const broadcast = (message: TabMessage) => others.postMessage(message);
  const setState = (next: Connection) => {
    state = next;
    onState(next);
    broadcast({ state: next });
  };
  others.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('event' in data) onEvent(data.event);
    else if ('state' in data) onState(data.state);
    // Only the tab that reads has a state of its own to tell.
    else if (state !== null) broadcast({ state });
  });
  broadcast({ who: true });
  // Given up when this tab ends or is closed: the next one takes over.
  navigator.locks.request(NAME, { signal: ended.signal }, read).catch(() => {});
  return () => {
    ended.abort();
    others.close();
  };

  async function read(): Promise<void> {
    let pause = 500;
    while (!ended.signal.aborted && session.token !== null) {
      setState('connecting');
      try {
        const response = await send('GET', '/api/v1/events?for=app', { signal: ended.signal });
        setState('live');
        pause = 500;
        await eventsOf(response, (event) => {
          onEvent(event);
          broadcast({ event });
        });
      } catch {
        // Away or refused: the status dot shows it, and it is tried again.
      }
      if (ended.signal.aborted) return;
      setState('away');
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
    state = null;
  }
}

async function eventsOf(response: Response, onEvent: OnEvent): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let buffered = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffered += decoder.decode(value, { stream: true });
    const blocks = buffered.split('\n\n');
    buffered = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n');
      if (data !== '') onEvent(JSON.parse(data) as LiveEvent);
    }
  }
}
