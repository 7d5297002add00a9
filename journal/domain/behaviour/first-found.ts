import type { MistakeCategory } from '@zorivest/vocabulary';
import type { RoundTrip } from '../trips/index.ts';

/** What looks like a mistake, and how it is described. */
export interface Suspicion {
  readonly category: MistakeCategory;
  readonly trip: RoundTrip;
  readonly describe: () => Evidence;
}

export type Evidence = readonly [evidence: string, figures: Readonly<Record<string, number | string>>];

export type IsShown = (trip: RoundTrip, category: MistakeCategory) => boolean;

/**
 * The first of all that is found, by the id of the trip and then by category. A long record may hold tens of thousands, and
 * what would not be shown is not made.
 */
export class FirstFound {
  readonly #most: number;
  readonly #isShown: IsShown;
  #found: Suspicion[] = [];
  /** Whatever comes after it is not among the first. */
  #last: Suspicion | null = null;

  constructor({ most, isShown }: { readonly most: number; readonly isShown: IsShown }) {
    this.#most = most;
    this.#isShown = isShown;
  }

  /** Asked before anything is made for it. */
  wants(category: MistakeCategory, trip: RoundTrip): boolean {
    return (this.#last === null || inOrder({ category, trip }, this.#last) < 0) && this.#isShown(trip, category);
  }

  add(category: MistakeCategory, trip: RoundTrip, describe: () => Evidence): void {
    this.#found.push({ category, trip, describe });
    if (this.#found.length >= 2 * this.#most) this.#last = this.list().at(-1) ?? null;
  }

  list(): readonly Suspicion[] {
    this.#found = this.#found.toSorted(inOrder).slice(0, this.#most);
    return this.#found;
  }
}

type SuspicionName = Pick<Suspicion, 'category' | 'trip'>;

function inOrder(a: SuspicionName, b: SuspicionName): number {
  if (a.trip.id !== b.trip.id) return a.trip.id < b.trip.id ? -1 : 1;
  return a.category === b.category ? 0 : a.category < b.category ? -1 : 1;
}
