// Which round trips were the legs of one structure. Legs of one account belong together by the order that opened them;
// where there are no orders, by underlying and the second of their fills (a file without seconds stamps the minute).
// Fills whose time is not known are never joined by time.

import type { Execution } from '../executions/index.ts';
import { isContractClass } from '../instruments/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { parseInstant } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import { applyChoices } from './choices.ts';
import { closing, type Draft, openingTime, type Structure, type StructureChoice, structureOf } from './structure.ts';

/** Some brokers number their orders from one again each day: legs further apart than this are not of one order. */
const ONE_ORDER_MS = 86_400_000;

/** What of an execution says which order it was part of. */
export type OrderedExecution = Pick<Execution, 'exec_id' | 'instrument' | 'time' | 'order_id' | 'time_known'>;

/** Every trip is in exactly one structure, if only its own. In the order they were opened. */
export function structuresOf(
  trips: readonly RoundTrip[],
  executions: readonly OrderedExecution[],
  choices: readonly StructureChoice[] = [],
): Structure[] {
  // In the order of their first legs. Which one a trip is in is asked of contracts only, or where a person chose.
  const drafts: Draft[] = [];
  const draftOf = new Map<RoundTrip, Draft>();
  const isAskedFor = ({ asset_class }: RoundTrip): boolean => choices.length > 0 || isContractClass(asset_class);
  const closedBy = closingOrders(trips, executions);
  for (const { key, legs } of openingOrders(trips, closedBy.size > 0)) {
    const rolled = key === null ? null : rollOf(legs, closedBy.get(key) ?? [], draftOf);
    if (rolled !== null && isOpenAfter(rolled, legs)) {
      rolled.rolledIn.push(...legs);
      for (const leg of legs) draftOf.set(leg, rolled);
      continue;
    }
    const draft: Draft = { legs, rolledIn: [], rolledFrom: rolled };
    drafts.push(draft);
    for (const leg of legs) if (isAskedFor(leg)) draftOf.set(leg, draft);
  }
  if (choices.length === 0) return drafts.map(structureOf);
  applyChoices(draftOf, choices);
  const structures: Structure[] = [];
  // A structure stands where its first leg does.
  for (const trip of trips) {
    const draft = draftOf.get(trip);
    if (draft?.legs[0] === trip) structures.push(structureOf(draft));
  }
  return structures;
}

interface OpeningOrder {
  readonly key: string | null;
  readonly legs: RoundTrip[];
}

/** The trips by what opened them, in the order they were opened. Their keys are made where they are asked for. */
function openingOrders(trips: readonly RoundTrip[], withKeys: boolean): OpeningOrder[] {
  const orders: OpeningOrder[] = [];
  const accounts = new Map<string, { readonly byOrder: LastOrders; readonly byTime: LastOrders }>();
  for (const trip of trips) {
    let known = accounts.get(trip.account_id);
    if (known === undefined) accounts.set(trip.account_id, (known = { byOrder: new Map(), byTime: new Map() }));
    const { order_id } = trip;
    const isNamed = order_id !== null && order_id !== '';
    const last = isNamed ? known.byOrder : known.byTime;
    const name = isNamed ? order_id : timeOf(trip);
    const order = name === null ? undefined : last.get(name);
    const first = order?.legs[0];
    // A contract traded twice within one second is two trades, not two legs.
    const isAnotherLeg =
      first !== undefined &&
      openingTime(trip) - openingTime(first) < ONE_ORDER_MS &&
      order?.legs.every(({ instrument }) => instrument !== trip.instrument) === true;
    if (isAnotherLeg) {
      order?.legs.push(trip);
      continue;
    }
    const { account_id, underlying, opened_at, opened_time_known } = trip;
    const key = withKeys ? keyOf(account_id, underlying, order_id, opened_at, opened_time_known) : null;
    const own = { key, legs: [trip] };
    orders.push(own);
    if (name !== null) last.set(name, own);
  }
  return orders;
}

/** The order that was seen last under each name. */
type LastOrders = Map<string, OpeningOrder>;

/** What legs without an order are joined by; null where the time is not known. */
function timeOf({ underlying, opened_at, opened_time_known }: RoundTrip): string | null {
  return opened_time_known ? `${underlying}\n${Math.floor((parseInstant(opened_at) ?? 0) / 1000)}` : null;
}

function keyOf(
  account: string,
  underlying: string,
  order: string | null | undefined,
  time: string,
  timeKnown: boolean,
): string | null {
  if (order !== null && order !== undefined && order !== '') return `${account}\n#${order}`;
  return timeKnown ? `${account}\n${underlying}\n${Math.floor((parseInstant(time) ?? 0) / 1000)}` : null;
}

/** For every order, the contracts it closed or reduced. Shares are never rolled. */
function closingOrders(
  trips: readonly RoundTrip[],
  executions: readonly OrderedExecution[],
): ReadonlyMap<string, readonly RoundTrip[]> {
  const contracts = trips.filter(({ asset_class }) => isContractClass(asset_class));
  const closed = new Map<string, RoundTrip[]>();
  if (contracts.length === 0) return closed;
  const instruments = new Set(contracts.map(({ instrument }) => instrument));
  const byId = new Map<string, OrderedExecution>();
  for (const execution of executions) if (instruments.has(execution.instrument)) byId.set(execution.exec_id, execution);
  for (const trip of contracts)
    for (const id of trip.exit_exec_ids) {
      const execution = byId.get(id);
      if (execution === undefined) continue;
      const { order_id, time, time_known } = execution;
      const key = keyOf(trip.account_id, trip.underlying, order_id, time, time_known !== false && time_known !== 0);
      if (key === null) continue;
      const together = closed.get(key);
      if (together === undefined) closed.set(key, [trip]);
      else if (!together.includes(trip)) together.push(trip);
    }
  return closed;
}

/** The structure that the order which opened these legs took contracts out of, of the same underlying and right. */
function rollOf(
  legs: readonly RoundTrip[],
  closed: readonly RoundTrip[],
  drafts: ReadonlyMap<RoundTrip, Draft>,
): Draft | null {
  if (closed.length === 0) return null;
  const kinds = new Set(legs.filter(({ asset_class }) => isContractClass(asset_class)).map(kindOf));
  const own = new Set(legs);
  const before = closed.find(
    (trip) =>
      !own.has(trip) && kinds.has(kindOf(trip)) && legs.every(({ instrument }) => instrument !== trip.instrument),
  );
  return before === undefined ? null : (drafts.get(before) ?? null);
}

function kindOf({ asset_class, underlying, instrument }: RoundTrip): string {
  return `${underlying}\n${asset_class === 'FUTURE' ? '' : (parseOptionSymbol(instrument)?.right ?? '')}`;
}

/** Whether some of it is still held once these legs are there. */
function isOpenAfter({ legs, rolledIn }: Draft, fresh: readonly RoundTrip[]): boolean {
  const at = Math.max(...fresh.map((leg) => Math.floor(openingTime(leg) / 1000)));
  return [...legs, ...rolledIn].some((leg) => Math.floor(closing(leg) / 1000) > at);
}
