import type { RoundTrip } from '../trips/index.ts';
import { type Draft, openingTime, type StructureChoice } from './structure.ts';

/** Joins and splits as a person asked for them, one after the other. Executions that are gone are passed over. */
export function applyChoices(drafts: Map<RoundTrip, Draft>, choices: readonly StructureChoice[]): void {
  const tripsOf = tripsByExecution(drafts.keys(), choices);
  for (const { kind, exec_ids } of choices) {
    const named = [...new Set(exec_ids.flatMap((id) => tripsOf.get(id) ?? []))];
    if (kind === 'join') join(drafts, named);
    else split(drafts, named);
  }
}

/** The trips of the executions that any choice names: as their entry if they have two sides. */
function tripsByExecution(
  trips: Iterable<RoundTrip>,
  choices: readonly StructureChoice[],
): ReadonlyMap<string, RoundTrip> {
  const wanted = new Set(choices.flatMap(({ exec_ids }) => exec_ids));
  const [entries, exits] = [new Map<string, RoundTrip>(), new Map<string, RoundTrip>()];
  for (const trip of trips) {
    for (const id of trip.entry_exec_ids) if (wanted.has(id)) entries.set(id, trip);
    for (const id of trip.exit_exec_ids) if (wanted.has(id)) exits.set(id, trip);
  }
  return new Map([...exits, ...entries]);
}

/** The structures these trips are in become one. */
function join(drafts: Map<RoundTrip, Draft>, named: readonly RoundTrip[]): void {
  const joined = [...new Set(named.flatMap((trip) => drafts.get(trip) ?? []))];
  if (joined.length < 2) return;
  const inOrder = (trips: readonly RoundTrip[]) =>
    trips.toSorted((a, b) => openingTime(a) - openingTime(b) || (a.id < b.id ? -1 : 1));
  const legs = inOrder(joined.flatMap((draft) => draft.legs));
  const before = joined.find(({ rolledFrom }) => rolledFrom !== null && !joined.includes(rolledFrom));
  const draft: Draft = {
    legs,
    rolledIn: inOrder(joined.flatMap(({ rolledIn }) => rolledIn)),
    rolledFrom: before?.rolledFrom ?? null,
  };
  replace(drafts, joined, [draft]);
}

/** Each of these trips stands alone. */
function split(drafts: Map<RoundTrip, Draft>, named: readonly RoundTrip[]): void {
  for (const trip of named) {
    const draft = drafts.get(trip);
    if (draft === undefined || draft.legs.length + draft.rolledIn.length === 1) continue;
    const rest = (trips: readonly RoundTrip[]) => trips.filter((leg) => leg !== trip);
    const [legs, rolledIn] = [rest(draft.legs), rest(draft.rolledIn)];
    const left: Draft =
      legs.length > 0
        ? { legs, rolledIn, rolledFrom: draft.rolledFrom }
        : { legs: rolledIn, rolledIn: [], rolledFrom: draft.rolledFrom };
    replace(drafts, [draft], [left, { legs: [trip], rolledIn: [], rolledFrom: null }]);
  }
}

function replace(drafts: Map<RoundTrip, Draft>, gone: readonly Draft[], now: readonly [Draft, ...Draft[]]): void {
  for (const draft of now) for (const leg of [...draft.legs, ...draft.rolledIn]) drafts.set(leg, draft);
  for (const draft of new Set(drafts.values()))
    if (draft.rolledFrom !== null && gone.includes(draft.rolledFrom)) draft.rolledFrom = now[0];
}
