// The chain a trade belongs to: what it was rolled from and into, the shares it was assigned, the calls on them, and what all of it brought.
import { type ClientOutput, contract } from '@zorivest/contract';
import { addDollars, type ChainLink, legsOf, linkedTo, linksIn, structureName } from '@zorivest/domain';
import { positionsOf, presentTrip } from '@zorivest/records';
import type { Call } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import { roundedAnswer } from '../performance/rounding.ts';
import { findTrade } from '../performance/round-trips.ts';
import { type Scope, scopeOf } from '../performance/scope.ts';

type Answer = ClientOutput<typeof contract.roundTrips.chain>;

const CONVENTION =
  'Trades that follow from each other: rolls by one order, shares that an exercise or assignment delivered or took, and calls sold while such ' +
  'shares were held. Every trade keeps its own result; net_pnl is their sum. break_even is what the open shares would have to be sold at for ' +
  'the whole chain to come out even, before further costs.';

export async function chainOfTrade(call: Call, id: string): Promise<Answer> {
  const { trade } = await findTrade(call, id, undefined);
  const scope = await scopeOf(call, { unit: 'structure' });
  const links = await linksOf(call);
  // A leg is in the chain of the trade it is a leg of.
  const asked =
    scope.trades.find((one) => one.id === trade.id || legsOf(one).some((leg) => leg.id === trade.id)) ?? trade;
  const ids = linkedTo(asked.id, links);
  const trades = scope.trades
    .filter((one) => ids.has(one.id))
    .toSorted((a, b) => (a.opened_at < b.opened_at ? -1 : a.opened_at > b.opened_at ? 1 : a.id < b.id ? -1 : 1));
  const isOption = ({ asset_class }: Trade): boolean => asset_class === 'OPTION' || asset_class === 'FUTURE_OPTION';
  const brought = (some: readonly Trade[]): number => addDollars(some.map(({ realized_pnl }) => realized_pnl));
  const net_pnl = brought(trades);
  return roundedAnswer(
    contract.roundTrips.chain.response,
    {
      trip_id: asked.id,
      underlying: asked.underlying,
      currency: scope.currency,
      links: trades.map((one) => ({ ...presentLink(one), ...stepTo(one.id, links, ids) })),
      net_pnl,
      option_pnl: brought(trades.filter(isOption)),
      share_pnl: brought(trades.filter((one) => !isOption(one))),
      is_open: trades.some(({ status }) => status !== 'closed'),
      break_even: breakEven(
        scope,
        trades.filter((one) => !isOption(one)),
        net_pnl,
      ),
      convention: CONVENTION,
    },
    scope.currency,
  );
}

function presentLink(trade: Trade) {
  const { id, instrument, direction, status, opened_at, closed_at } = presentTrip(trade);
  return {
    trip_id: id,
    instrument,
    direction,
    status,
    strategy: structureName(trade),
    opened_at,
    closed_at,
    pnl: trade.realized_pnl,
  };
}

/** How a trade came into its chain, and how it went. */
function stepTo(id: string, links: readonly ChainLink[], ids: ReadonlySet<string>) {
  const isWithin = ({ from, to }: ChainLink): boolean => ids.has(from) && ids.has(to);
  const own = links.filter(isWithin);
  const came = own.find(({ to, how }) => to === id && how !== 'called_away' && how !== 'put_away');
  const went = own.find(({ to, how }) => to === id && (how === 'called_away' || how === 'put_away'));
  return { came_by: came?.how ?? null, from: came?.from ?? null, went_by: went?.how ?? null };
}

/** In the money of the book, where that is the trades' own: a price in another is none. */
function breakEven(scope: Scope, stocks: readonly Trade[], realised: number): number | null {
  const open = stocks.filter(({ open_quantity }) => open_quantity > 0);
  const [first] = open;
  if (first === undefined || open.some((one) => one.instrument !== first.instrument)) return null;
  if (open.some((one) => (scope.nativeOf(one).currency ?? scope.currency) !== scope.currency)) return null;
  const sign = first.direction === 'long' ? 1 : -1;
  const units = open.reduce((sum, one) => sum + one.open_quantity * one.multiplier, 0);
  const paid = open.reduce((sum, one) => sum + one.open_cost + sign * one.open_commission, 0);
  return (paid - sign * realised) / units;
}

/** Of the whole book, cached for as long as it does not change. */
function linksOf(call: Call): Promise<readonly ChainLink[]> {
  return call.results.of('links of chains', async () => linksIn(await positionsOf(call)));
}
