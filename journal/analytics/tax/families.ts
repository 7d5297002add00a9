// The book in parts whose tax can be computed one by one. A part is closed under everything its rules look at: a share and the
// options on it (they replace each other in a wash sale), a future and the options that deliver it, in all accounts of the
// person, and whatever a merger, a spin-off or a new name has joined. A named lot and a transfer stay within one instrument.
import { type PositionEvent, relatedBy } from '@zorivest/domain';
import {
  becomes,
  type BookExecution,
  type Family,
  inTimeOrder,
  type Positions,
  type Register,
} from '@zorivest/records';

/** The very same object for as long as nothing of it has changed: what was computed from it can be cached by it. */
export interface TaxFamily {
  /** In the order of time. */
  readonly executions: readonly BookExecution[];
  readonly events: readonly PositionEvent[];
}

interface KnownFamily extends TaxFamily {
  readonly parts: readonly Family[];
}

export class TaxFamilies {
  readonly #relations = new WeakMap<Family, readonly string[]>();
  readonly #register: Register | null;
  #known: ReadonlyMap<string, KnownFamily> = new Map();

  /** The register joins what stands under several names of one instrument. */
  constructor(register: Register | null = null) {
    this.#register = register;
  }

  /** In the order of their names, which do not depend on the order in which trades came. */
  of({ families, events }: Pick<Positions, 'families' | 'events'>): readonly TaxFamily[] {
    const groups = this.#related(families.values());
    const now = new Map<string, KnownFamily>();
    for (const name of [...groups.keys()].toSorted()) {
      const parts = groups.get(name) ?? [];
      const known = this.#known.get(name);
      now.set(name, known !== undefined && isSame(known.parts, parts) ? known : joinFamilies(parts, events));
    }
    this.#known = now;
    return [...now.values()];
  }

  /** By the first of all names that relate them. */
  #related(families: Iterable<Family>): Map<string, Family[]> {
    const roots = new Map<string, string>();
    const rootOf = (name: string): string => {
      let root = name;
      for (let next = roots.get(root); next !== undefined; next = roots.get(root)) root = next;
      return root;
    };
    const all = [...families].map((family) => ({ family, names: this.#relationsOf(family) }));
    for (const { names } of all)
      for (const name of names) {
        const [one, other] = [rootOf(names[0] ?? name), rootOf(name)];
        if (one !== other) roots.set(one < other ? other : one, one < other ? one : other);
      }
    const groups = new Map<string, Family[]>();
    for (const { family, names } of all) {
      const root = rootOf(names[0] ?? '');
      const group = groups.get(root);
      if (group === undefined) groups.set(root, [family]);
      else group.push(family);
    }
    return groups;
  }

  #relationsOf(family: Family): readonly string[] {
    let known = this.#relations.get(family);
    if (known === undefined) {
      const names = new Set(family.events.flatMap(relationsOf));
      const seen = new Map<string, BookExecution['asset_class']>();
      for (const { instrument, asset_class } of family.executions) {
        if (seen.get(instrument) === asset_class) continue;
        seen.set(instrument, asset_class);
        names.add(relatedBy(instrument, asset_class));
      }
      for (const name of names) {
        const id = this.#register?.find(name)?.id;
        if (id !== undefined) names.add(id);
      }
      this.#relations.set(family, (known = [...names]));
    }
    return known;
  }
}

/** Whether an exercised option is on a future only its executions say, which may be in another family: taken as either. */
function relationsOf(event: PositionEvent): string[] {
  const names = [relatedBy(event.instrument), relatedBy(becomes(event))];
  if ('stock_recorded' in event)
    names.push(relatedBy(event.instrument, 'FUTURE_OPTION'), relatedBy(becomes(event), 'FUTURE'));
  return names;
}

function isSame(before: readonly Family[], now: readonly Family[]): boolean {
  const known = new Set(before);
  return before.length === now.length && now.every((family) => known.has(family));
}

function joinFamilies(parts: readonly Family[], events: readonly PositionEvent[]): KnownFamily {
  const [only] = parts;
  if (only !== undefined && parts.length === 1)
    return { parts, executions: only.executions, events: inOrderOf(events, only.events) };
  return {
    parts,
    executions: parts.flatMap(({ executions }) => executions).toSorted(inTimeOrder),
    events: inOrderOf(
      events,
      parts.flatMap((part) => part.events),
    ),
  };
}

/** These of all events, in the order of all. */
function inOrderOf(all: readonly PositionEvent[], some: readonly PositionEvent[]): readonly PositionEvent[] {
  if (some.length < 2) return some;
  const wanted = new Set(some);
  return all.filter((event) => wanted.has(event));
}
