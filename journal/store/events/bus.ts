// What is happening right now, for those who watch. Nothing is stored: a feed starts when it is opened.
import type { LiveEvent } from '@zorivest/contract';

/** A watcher that does not read loses the oldest events, never the service's memory. */
const MOST_WAITING = 1000;

type Listener = (event: LiveEvent) => void;

export class EventBus {
  readonly #listeners = new Set<Listener>();
  readonly #now: () => Date;
  #lastId = 0;
  #apps = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  emit(type: LiveEvent['type'], data: Record<string, unknown>): void {
    const event = this.#event(type, data);
    for (const listener of this.#listeners) listener(event);
  }

  /** Whether the person has the app open and can be asked there. */
  get isAppOpen(): boolean {
    return this.#apps > 0;
  }

  /** For a part of the service that follows another; it is never let go of. */
  listen(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** The same for the app, which counts as open for as long as it looks. */
  async *watchAsApp(signal: AbortSignal): AsyncGenerator<LiveEvent> {
    this.#apps += 1;
    try {
      yield* this.watch(signal);
    } finally {
      this.#apps -= 1;
    }
  }

  /** Begins with a `hello`, ends when the signal says so. */
  async *watch(signal: AbortSignal): AsyncGenerator<LiveEvent> {
    const waiting: LiveEvent[] = [this.#event('hello', {})];
    let wake = () => {};
    const listener: Listener = (event) => {
      waiting.push(event);
      if (waiting.length > MOST_WAITING) waiting.shift();
      wake();
    };
    const stop = () => wake();
    this.#listeners.add(listener);
    signal.addEventListener('abort', stop);
    try {
      for (;;) {
        const next = waiting.shift();
        if (next) yield next;
        else if (signal.aborted) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      this.#listeners.delete(listener);
      signal.removeEventListener('abort', stop);
    }
  }

  #event(type: LiveEvent['type'], data: Record<string, unknown>): LiveEvent {
    this.#lastId += 1;
    return { id: this.#lastId, type, at: this.#now().toISOString(), data };
  }
}
