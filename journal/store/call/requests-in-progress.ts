// The requests that are being answered, so that a stop can end those of the assistants and say what became of each.
import type { Actor } from '../base/actor.ts';
import { Fault } from '../base/fault.ts';

/** The answer to a key while the guard is locked, and the reason for which a stop ends work in progress. */
export function stoppedByGuard(): Fault {
  return new Fault(423, 'the assistants are stopped; nothing was stored', { code: 'guard_locked' });
}

export interface RequestInProgress {
  readonly requestId: string;
  readonly actor: Actor;
  /** The audit label of what it does; null for a read. */
  readonly action: string | null;
  readonly stop: AbortController;
  /** Something it did has been stored, or is about to be and cannot be held up any more. */
  hasCommitted: boolean;
}

export interface StoppedWork {
  readonly request_id: string;
  readonly actor: string;
  readonly action: string | null;
  readonly tool: string | null;
}

export class RequestsInProgress {
  readonly #all = new Set<RequestInProgress>();

  begin(request: Omit<RequestInProgress, 'stop' | 'hasCommitted'>): RequestInProgress {
    const entry: RequestInProgress = { ...request, stop: new AbortController(), hasCommitted: false };
    this.#all.add(entry);
    return entry;
  }

  /**
   * Whether it may store what it did. From a yes on it counts as stored: a stop that comes while the answer is on its way to
   * the process that holds the book tells the truth all the same.
   */
  mayStore(entry: RequestInProgress): boolean {
    if (entry.stop.signal.aborted) return false;
    entry.hasCommitted = true;
    return true;
  }

  end(entry: RequestInProgress): void {
    this.#all.delete(entry);
  }

  /** Ends every request of a key except the one that asks; the person's own work continues. */
  stopKeys(asking: string): { aborted: StoppedWork[]; finished: StoppedWork[] } {
    const theirs = [...this.#all].filter(({ actor, requestId }) => actor.keyId !== null && requestId !== asking);
    for (const { stop } of theirs) stop.abort();
    const stoppedWork = ({ requestId, actor, action }: RequestInProgress): StoppedWork => ({
      request_id: requestId,
      actor: actor.name,
      action,
      tool: actor.tool,
    });
    return {
      aborted: theirs.filter(({ hasCommitted }) => !hasCommitted).map(stoppedWork),
      finished: theirs.filter(({ hasCommitted }) => hasCommitted).map(stoppedWork),
    };
  }
}
