// What a kind of thing offers so that one change of it can be taken back. Reasons why it cannot are 409s of their own code.
import { Fault } from '../base/fault.ts';
import type { WriteScope } from '../call/call.ts';
import type { Db } from '../database/store.ts';

/** A thing as the audit shows it. */
export type Shown = Readonly<Record<string, unknown>>;

/** What went with something that was removed and that the audit does not hold, by kind. */
export type Lost = Readonly<Record<string, number>>;

export interface Revertible {
  /** The fields that are stored; the others are computed from them. */
  readonly fields: readonly string[];
  find(db: Db, id: string): Promise<Shown | undefined>;
  /** Gives these fields their earlier values. */
  change(scope: WriteScope, id: string, earlier: Shown, now: Date): Promise<void>;
  /** Takes it out again; refused when somebody's work would go with it. */
  remove(scope: WriteScope, id: string): Promise<void>;
  /** Puts it back under its id. */
  restore(scope: WriteScope, shown: Shown): Promise<void>;
}

type Reason = 'already_reverted' | 'changed_since' | 'not_revertible';

export function cannotRevert(code: Reason, detail: string): Fault {
  return new Fault(409, detail, { code });
}

/** The kinds of which there are any, as `2 images, 1 link`. */
export function namedCounts(counts: Lost): string[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${count === 1 ? kind : `${kind}s`}`);
}

/** For the audit of a removal: what it will not be able to give back, if anything. */
export function lostOf(counts: Lost): { lost?: Lost } {
  const lost = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return Object.keys(lost).length > 0 ? { lost } : {};
}

export function refuseWithWork(what: string, counts: Lost): void {
  const work = namedCounts(counts);
  if (work.length === 0) return;
  throw cannotRevert(
    'changed_since',
    `${what} carries work that would go with it: ${work.join(', ')}; remove that first`,
  );
}
