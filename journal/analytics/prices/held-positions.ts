// What every account held, instrument by instrument.
import { type HeldPosition, heldOf } from '@zorivest/domain';
import { type Family, type Positions, positionsOf } from '@zorivest/records';
import type { Call } from '@zorivest/store';

/** Of a family always the same: a price or a setting that changed is no reason to work it out again. */
const known = new WeakMap<Family, readonly HeldPosition[]>();

function heldIn(family: Family): readonly HeldPosition[] {
  let held = known.get(family);
  if (held === undefined) known.set(family, (held = heldOf(family.executions, family.events)));
  return held;
}

/** What reading the book takes of a call. */
export type Reading = Pick<Call, 'db' | 'results' | 'now'>;

export async function heldInBook(call: Reading): Promise<readonly HeldPosition[]> {
  const { families } = await positionsOf(call);
  return call.results.of('held', () => [...families.values()].flatMap(heldIn));
}

/** How long one turn takes, in milliseconds: other requests wait no longer than this. */
const TURN_MS = 10;

/** Does one after the other, and lets others in between. */
export async function inTurns<T>(list: Iterable<T>, pause: () => Promise<void>, work: (one: T) => void): Promise<void> {
  let since = performance.now();
  for (const one of list) {
    work(one);
    if (performance.now() - since < TURN_MS) continue;
    await pause();
    since = performance.now();
  }
}

/** Works out what was held before anybody asks what it is worth. */
export function prepareHeld({ families }: Positions, pause: () => Promise<void>): Promise<void> {
  return inTurns(families.values(), pause, heldIn);
}
