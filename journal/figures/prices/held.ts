// What every account held, instrument by instrument: kept for as long as a family is the same.
import { type Held, heldOf } from '@zorivest/domain';
import { type Family, positionsOf } from '@zorivest/book';
import type { Call } from '@zorivest/store';

export async function heldInBook(call: Call): Promise<readonly Held[]> {
  const { families } = await positionsOf(call);
  const known = await call.results.besidesTrades('held by family', () => new WeakMap<Family, Held[]>());
  return call.results.of('held', () =>
    [...families.values()].flatMap((family) => {
      let held = known.get(family);
      if (held === undefined) known.set(family, (held = heldOf(family.executions, family.events)));
      return held;
    }),
  );
}
