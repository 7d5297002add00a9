// Trades that follow from each other: what was rolled into another, shares that an option delivered or took, and calls that were written
// on such shares while they were held. A wheel (puts until one is assigned, calls until the shares are called away) is one chain.
import type { PositionEvent } from '../events/index.ts';
import { parseOptionSymbol } from '../options/index.ts';
import type { Execution } from '../executions/index.ts';
import { underlyingOf } from '../instruments/index.ts';
import { sharesDelivered } from '../lots/index.ts';
import { combineLegs, legsOf, type Structure } from '../structures/index.ts';

export type ChainStep = 'rolled' | 'assigned' | 'exercised' | 'called_away' | 'put_away' | 'covered';

export interface ChainLink {
  /** The trade it came of. */
  readonly from: string;
  readonly to: string;
  readonly how: ChainStep;
}

/** `shares`: of each exercise and assignment, by its id, the fill that delivered its shares. */
export function chainLinks(
  trades: readonly Structure[],
  events: readonly PositionEvent[],
  shares: ReadonlyMap<string, string>,
): ChainLink[] {
  const byId = new Map(trades.map((trade) => [trade.id, trade]));
  const rolled = trades.flatMap(({ id, rolled_from }): ChainLink[] =>
    rolled_from !== undefined && rolled_from !== null && byId.has(rolled_from)
      ? [{ from: rolled_from, to: id, how: 'rolled' }]
      : [],
  );
  const delivered = deliveries(trades, events, shares);
  const stocks = new Set(delivered.map(({ to }) => to));
  return [...rolled, ...delivered, ...covers(trades, stocks, byId)];
}

function deliveries(
  trades: readonly Structure[],
  events: readonly PositionEvent[],
  shares: ReadonlyMap<string, string>,
): ChainLink[] {
  if (shares.size === 0) return [];
  const wanted = new Set([...shares.keys(), ...shares.values()]);
  const [opened, closed] = [new Map<string, string>(), new Map<string, string>()];
  for (const trade of trades)
    for (const { entry_exec_ids, exit_exec_ids } of legsOf(trade)) {
      for (const id of entry_exec_ids) if (wanted.has(id)) opened.set(id, trade.id);
      for (const id of exit_exec_ids) if (wanted.has(id)) closed.set(id, trade.id);
    }
  return events.flatMap((event): ChainLink[] => {
    if (event.kind !== 'exercise' && event.kind !== 'assignment') return [];
    const option = closed.get(event.id);
    const fill = shares.get(event.id);
    if (option === undefined || fill === undefined) return [];
    const right = parseOptionSymbol(event.instrument)?.right;
    // One fill may close a position and open the opposite one.
    const into = opened.get(fill);
    const outOf = closed.get(fill);
    const came = event.kind === 'assignment' ? ('assigned' as const) : ('exercised' as const);
    const went = right === 'put' ? ('put_away' as const) : ('called_away' as const);
    return [
      ...(outOf === undefined || outOf === option ? [] : [{ from: option, to: outOf, how: went }]),
      ...(into === undefined || into === option ? [] : [{ from: option, to: into, how: came }]),
    ];
  });
}

/** Calls that were sold while shares were held that an option delivered or took away. */
function covers(
  trades: readonly Structure[],
  stocks: ReadonlySet<string>,
  byId: ReadonlyMap<string, Structure>,
): ChainLink[] {
  const held = Map.groupBy(
    [...stocks].flatMap((id) => byId.get(id) ?? []).filter(({ direction }) => direction === 'long'),
    ({ account_id, underlying }) => `${account_id} ${underlying}`,
  );
  if (held.size === 0) return [];
  return trades.flatMap((trade): ChainLink[] => {
    const option = legsOf(trade).length > 1 ? null : parseOptionSymbol(trade.instrument);
    if (option?.right !== 'call' || trade.direction !== 'short') return [];
    const shares = held
      .get(`${trade.account_id} ${trade.underlying}`)
      ?.find(
        ({ opened_at, closed_at }) =>
          opened_at <= trade.opened_at && (closed_at === null || closed_at >= trade.opened_at),
      );
    return shares === undefined ? [] : [{ from: shares.id, to: trade.id, how: 'covered' }];
  });
}

/** The chains of a book, each trade with those it hangs together with, itself included. One that stands alone is in none. */
function chainsIn(links: readonly ChainLink[]): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbours = new Map<string, string[]>();
  const add = (one: string, other: string): void => {
    const known = neighbours.get(one);
    if (known === undefined) neighbours.set(one, [other]);
    else known.push(other);
  };
  for (const { from, to } of links) {
    add(from, to);
    add(to, from);
  }
  const chains = new Map<string, ReadonlySet<string>>();
  for (const id of neighbours.keys()) {
    if (chains.has(id)) continue;
    const chain = new Set([id]);
    // A set continues with what is added to it on the way.
    for (const one of chain) for (const other of neighbours.get(one) ?? []) chain.add(other);
    for (const one of chain) chains.set(one, chain);
  }
  return chains;
}

/** All that hang together with a trade, itself included. */
export function linkedTo(id: string, links: readonly ChainLink[]): ReadonlySet<string> {
  return chainsIn(links).get(id) ?? new Set([id]);
}

interface Book {
  readonly structures: readonly Structure[];
  readonly executions: readonly Execution[];
  readonly events: readonly PositionEvent[];
}

export function linksIn({ structures, executions, events }: Book): ChainLink[] {
  const ends = events.filter(({ kind }) => kind === 'exercise' || kind === 'assignment');
  if (ends.length === 0) return chainLinks(structures, ends, new Map());
  const roots = new Set(ends.map(({ instrument }) => underlyingOf(instrument)));
  // Only what an option could have delivered is read once more.
  const concerned = executions.filter(({ instrument, asset_class }) =>
    roots.has(underlyingOf(instrument, asset_class)),
  );
  return chainLinks(structures, ends, sharesDelivered(concerned, ends));
}

/** Each chain as one structure, named and opened as the first of it. In the order they were opened, as they came. */
export function followChains(structures: readonly Structure[], links: readonly ChainLink[]): Structure[] {
  const chains = chainsIn(links);
  const byChain = Map.groupBy(structures, ({ id }) => chains.get(id) ?? id);
  return [...byChain.values()].flatMap((chain) => {
    const [first] = chain;
    if (first === undefined) return [];
    if (chain.length === 1) return (first.rolled_from ?? null) === null ? first : { ...first, rolled_from: null };
    return combineLegs(chain.flatMap(legsOf), first.opened_with ?? 1, first.id, null);
  });
}
