// What every account held, instrument by instrument.
import { type Held, heldOf } from '@zorivest/domain';
import { type Family, type Positions, positionsOf } from '@zorivest/book';
import type { Call } from '@zorivest/store';

/** Of a family always the same: a price or a setting that changed is no reason to work it out again. */
const known = new WeakMap<Family, readonly Held[]>();

function heldIn(family: Family): readonly Held[] {
  let held = known.get(family);
  if (held === undefined) known.set(family, (held = heldOf(family.executions, family.events)));
  return held;
}

export async function heldInBook(call: Call): Promise<readonly Held[]> {
  const { families } = await positionsOf(call);
  return call.results.of('held', () => [...families.values()].flatMap(heldIn));
}

/** So long at once, in milliseconds: whoever asks something meanwhile waits no longer. */
const AT_ONCE_MS = 10;

/** Works out what was held before anybody asks what it is worth. */
export async function prepareHeld({ families }: Positions, pause: () => Promise<void>): Promise<void> {
  let since = performance.now();
  for (const family of families.values()) {
    heldIn(family);
    if (performance.now() - since < AT_ONCE_MS) continue;
    await pause();
    since = performance.now();
  }
}
