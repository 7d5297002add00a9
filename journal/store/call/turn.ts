// Writes go one after another. The holder of the turn is known, so that a request behind an import is refused with its id instead
// of waiting for as long as a year of statements takes.
import { Fault } from '../base/fault.ts';

/** How long a write waits behind an import. */
const PATIENCE_MS = 2000;
const RETRY_AFTER_SECONDS = 5;

export interface Holder {
  /** The request that holds it; null for scheduled work of the service. */
  readonly requestId: string | null;
  /** Set while it is an import. */
  readonly importId: string | null;
}

export class Turn {
  #holder: Holder | null = null;
  readonly #listeners = new Set<() => void>();

  get holder(): Holder | null {
    return this.#holder;
  }

  take(requestId: string | null): void {
    this.#set({ requestId, importId: null });
  }

  /** The holder of the turn is an import with this id. */
  nameImport(importId: string): void {
    if (this.#holder !== null) this.#set({ ...this.#holder, importId });
  }

  leave(): void {
    this.#set(null);
  }

  /** Called at every change; the answer ends it. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(holder: Holder | null): void {
    this.#holder = holder;
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Rejects once the request has waited for `PATIENCE_MS` behind an import that is not its own. `refuse` decides whether
 * it may still be refused: one that has stored something is not.
 */
export function behindImport(
  turn: Turn,
  requestId: string,
  refuse: () => boolean,
): { readonly refused: Promise<never>; readonly done: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  let waitingFor: string | null = null;
  const look = () => {
    const { holder } = turn;
    const importId = holder !== null && holder.requestId !== requestId ? holder.importId : null;
    if (importId === waitingFor) return;
    clearTimeout(timer);
    waitingFor = importId;
    if (importId === null) return;
    timer = setTimeout(() => {
      if (refuse()) reject(importInProgress(importId));
    }, PATIENCE_MS);
  };
  const unwatch = turn.watch(look);
  look();
  return {
    refused: promise,
    done: () => {
      unwatch();
      clearTimeout(timer);
    },
  };
}

function importInProgress(importId: string): Fault {
  return new Fault(
    503,
    {
      message: `import ${importId} is in progress; this request stored nothing, try again when it is done`,
      import_id: importId,
    },
    { code: 'import_under_way', retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
