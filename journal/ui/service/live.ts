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

/** Follows the feed until told to end; comes back by itself, and each time begins with a `hello`. */
export function follow(onEvent: OnEvent, onState: OnState): () => void {
  const ended = new AbortController();
  void run();
  return () => ended.abort();

  async function run(): Promise<void> {
    let pause = 500;
    while (!ended.signal.aborted && session.token !== null) {
      onState('connecting');
      try {
        const response = await send('GET', '/api/v1/events?for=app', { signal: ended.signal });
        onState('live');
        pause = 500;
        await read(response, onEvent);
      } catch {
        // Away or refused: said by the dot, tried again.
      }
      if (ended.signal.aborted) return;
      onState('away');
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }
}

async function read(response: Response, onEvent: OnEvent): Promise<void> {
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
