// One trade checked against the rules of a playbook, as the list of all its trades checks it.
import type { contract, HandlerOutput } from '@zorivest/contract';
import { checkRule, type RuledTrade, type Verdict } from '@zorivest/domain';
import { type Playbook, playbooksByFill } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import { findTrade } from '../performance/round-trips.ts';
import { type Scope, scopeOf } from '../performance/scope.ts';
import { keyOf, playbookOf } from './belonging.ts';
import { ruledTrades } from './ruled.ts';

type Answer = HandlerOutput<typeof contract.roundTrips.rules>;

export async function rulesOfTrade(call: Call, market: MarketService, id: string): Promise<Answer> {
  const { scope, trade } = await findTrade(call, id, undefined);
  const playbook = (await playbookOf(call, scope))(trade);
  const ids = { trip_id: trade.id, instrument: trade.instrument };
  if (playbook === null) return { ...ids, playbook, stated: false, rules: [] };
  const facts = await factsOf(call, market, playbook, { scope, trade });
  return {
    ...ids,
    playbook: { id: playbook.id, name: playbook.name },
    stated: (await playbooksByFill(call.db)).has(keyOf(trade)),
    rules: playbook.rules.map((rule) => ({ ...rule, verdict: facts === null ? 'unknown' : checkRule(rule, facts) })),
  };
}

/** What one rule says of it. */
export async function verdictOn(
  call: Call,
  market: MarketService,
  playbook: Playbook,
  rule: Playbook['rules'][number],
  of: { readonly scope: Scope; readonly trade: Trade },
): Promise<Verdict> {
  const facts = await factsOf(call, market, playbook, of);
  return facts === null ? 'unknown' : checkRule(rule, facts);
}

/** Its usual size is that of all trades of the playbook, though only this one is looked at. */
async function factsOf(
  call: Call,
  market: MarketService,
  playbook: Playbook,
  { scope, trade }: { readonly scope: Scope; readonly trade: Trade },
): Promise<RuledTrade | null> {
  const { trades: all } = await scopeOf(call, { unit: scope.unit, currency: scope.currency });
  const isOf = await playbookOf(call, scope);
  const peers = all.filter((one) => isOf(one)?.id === playbook.id);
  const facts = await ruledTrades(call, market, playbook, { scope, mine: [trade], peers, all });
  return facts.get(trade.id) ?? null;
}
