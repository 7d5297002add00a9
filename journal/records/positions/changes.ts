// What has gone and what is new between two states of the positions, for code that computed something from the earlier one.
import type { RoundTrip, Structure } from '@zorivest/domain';

export interface Change<T> {
  readonly gone: readonly T[];
  readonly fresh: readonly T[];
}

interface Both {
  readonly trips: Change<RoundTrip>;
  readonly structures: Change<Structure>;
}

/** A state of the positions, to be asked about later. */
export type State = symbol;

interface Step extends Both {
  readonly from: State;
}

/** A reader that is further behind starts over: more than a person changes between two looks at one figure. */
const MOST_STEPS = 64;
/** With more gone than this, starting over is about as quick. */
const MOST_GONE = 5000;

export class Changes {
  readonly state: State = Symbol('positions');
  readonly #steps: readonly Step[];

  constructor(steps: readonly Step[] = []) {
    this.#steps = steps;
  }

  and(change: Both): Changes {
    return new Changes([...this.#steps, { ...change, from: this.state }].slice(-MOST_STEPS));
  }

  /** Null where it is not known any more. */
  since<K extends keyof Both>(state: State, of: K): Both[K] | null {
    if (state === this.state) return { gone: [], fresh: [] };
    const from = this.#steps.findIndex((step) => step.from === state);
    if (from === -1) return null;
    const gone = new Set<RoundTrip>();
    const fresh = new Set<RoundTrip>();
    for (const step of this.#steps.slice(from)) {
      // What came and went in between was never there.
      for (const one of step[of].gone) if (!fresh.delete(one)) gone.add(one);
      for (const one of step[of].fresh) fresh.add(one);
    }
    return gone.size > MOST_GONE ? null : { gone: [...gone], fresh: [...fresh] };
  }
}

export const noChanges = (): Changes => new Changes();
