// What this worker knows about each backtest, and who wants to hear of it.
import type { SweepProgress } from '../sweep/progress.ts';

export interface JobState {
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  /** 0..1 */
  readonly progress: number;
  readonly stage: string;
  /** How far its pieces are, when it is a sweep that workers share. */
  readonly sweep?: SweepProgress | undefined;
  /** The answer, once there is one. */
  readonly text?: string;
}

export const isFinal = ({ status }: JobState) => status !== 'queued' && status !== 'running';

export interface Board {
  get(id: string): JobState | undefined;
  set(id: string, state: JobState): void;
  /** Returns how to stop listening. */
  listen(listener: (id: string, state: JobState) => void): () => void;
}

/** Finished jobs beyond `keep` are forgotten, oldest first; their results live with the client. */
export function createBoard(keep: number): Board {
  const states = new Map<string, JobState>();
  const finished: string[] = [];
  const listeners = new Set<(id: string, state: JobState) => void>();
  return {
    get: (id) => states.get(id),
    set: (id, state) => {
      const before = states.get(id);
      states.set(id, state);
      if (isFinal(state) && !(before && isFinal(before))) finished.push(id);
      while (finished.length > keep) states.delete(finished.shift() ?? '');
      for (const listener of listeners) listener(id, state);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
