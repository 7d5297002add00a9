// What accounts were worth, and the bridge from one evening to another.
import type { contract, HandlerInput, HandlerOutput } from '@zorivest/contract';
import {
  addDollars,
  type Bridge,
  bridgeOf,
  exitsOf,
  NO_AMOUNT,
  parseAmount,
  roundToCents,
  subtractDollars,
  toDouble,
} from '@zorivest/domain';
import type { MarketService } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import { scopeOf } from '../performance/scope.ts';
import { currencyRows, openRows } from './estimated-rows.ts';
import { textOfDay } from './ledger.ts';
import { basisOf, eveningOf, flowsOf, type WorthScope, worthScope } from './scope.ts';

type Query = HandlerInput<typeof contract.worth.netWorth>['query'];
type Answer = HandlerOutput<typeof contract.worth.netWorth>;

const CONVENTION =
  "Cash and positions at that day's price, on the evening of every day. A day without a price takes the latest before it, for as " +
  'many days as the settings say (a week by default), then there is a gap. Realised results are after costs; the change of what ' +
  'is open is what positions gained or lost besides; fees and interest are those of no trade; the currency line is what cash in ' +
  'other money gained or lost, and what changing it cost. Lines are in whole cents, and what rounding leaves goes to what is ' +
  'open, else to the currency line.';

export async function netWorth(call: Call, market: MarketService, query: Query): Promise<Answer> {
  const scope = await worthScope(call, market, query);
  const { bridge, bridge_reason } = await bridgeIn(call, scope);
  const flows = Map.groupBy(flowsOf(scope), ({ day }) => day);
  const flowOf = (day: number) => addDollars((flows.get(day) ?? []).map(({ amount }) => toDouble(amount)));
  return {
    ...basisOf(scope, CONVENTION),
    series: scope.evenings.map(({ day, value, cash, gaps, age }) => ({
      date: textOfDay(day),
      value: value === null ? null : roundToCents(value),
      cash: roundToCents(cash),
      gaps: [...gaps],
      price_age: age,
      ...(flows.has(day) && { flow: flowOf(day) }),
    })),
    bridge,
    bridge_reason,
    ...(query.rows !== undefined && { rows: await rowsBehind(call, scope, query.rows, bridge) }),
  };
}

async function bridgeIn(call: Call, scope: WorthScope): Promise<Pick<Answer, 'bridge' | 'bridge_reason'>> {
  const [start, end] = [eveningOf(scope, scope.from), eveningOf(scope, scope.to)];
  if (start === undefined || end === undefined || scope.from === scope.to)
    return { bridge: null, bridge_reason: 'The period has no day.' };
  const trades = await tradesOf(call, scope);
  if (trades.unconverted.length > 0) {
    const from = new Set(trades.unconverted.map(({ currency }) => currency));
    return {
      bridge: null,
      bridge_reason: `Some results have no rate from ${[...from].join(', ')} into ${scope.currency}.`,
    };
  }
  const taken = [...trades.results, ...trades.costsOnly];
  // What borrowing cost stands among the fees already.
  const borrowed = taken.flatMap(({ exits }) => exits?.filter(({ is_cost }) => is_cost === true) ?? []);
  const realised =
    parseAmount(
      addDollars([...taken.map(({ realized_pnl }) => realized_pnl), ...borrowed.map(({ costs }) => costs)]),
    ) ?? NO_AMOUNT;
  const found = bridgeOf({ start, end, rows: scope.rows, realised });
  if ('gaps' in found)
    return {
      bridge: null,
      bridge_reason: `No price or rate at one end, or on a day something moved: ${found.gaps.join(', ')}.`,
    };
  return { bridge: presentBridge(found), bridge_reason: null };
}

function presentBridge(bridge: Bridge) {
  // Whole cents already.
  return Object.fromEntries(
    Object.entries(bridge).map(([line, amount]) => [line, roundToCents(amount)]),
  ) as NonNullable<Answer['bridge']>;
}

/** The trades whose exits lie in the period, as every figure counts them. */
function tradesOf(call: Call, scope: WorthScope, unit?: 'leg') {
  return scopeOf(call, {
    ...(unit !== undefined && { unit }),
    ...(!scope.isAll && { account_ids: scope.accounts.join(',') }),
    from: textOfDay(scope.from + 1),
    to: textOfDay(scope.to),
    currency: scope.currency,
  });
}

async function rowsBehind(
  call: Call,
  scope: WorthScope,
  line: NonNullable<Query['rows']>,
  bridge: Answer['bridge'],
): Promise<NonNullable<Answer['rows']>> {
  if (line === 'unrealised_change' || line === 'fx') {
    if (bridge === null) return [];
    const rows = line === 'fx' ? currencyRows(scope) : openRows(scope, await tradesOf(call, scope, 'leg'));
    return [...rows, ...restOf(bridge[line], rows, scope)];
  }
  if (line === 'realised') {
    const { results, dayOf } = await tradesOf(call, scope);
    return results.flatMap((trade) =>
      exitsOf(trade).map(({ exec_id, time, time_known, pnl }) => ({
        id: exec_id,
        date: textOfDay(dayOf(time, time_known) ?? 0),
        account_id: trade.account_id,
        instrument: trade.instrument,
        amount: pnl,
        text: null,
      })),
    );
  }
  return scope.rows.rows
    .filter((row) => row.line === line && row.day > scope.from && row.day <= scope.to)
    .map(({ id, day, account, instrument, amount, text }) => ({
      id,
      date: textOfDay(day),
      account_id: account,
      instrument,
      amount: toDouble(amount),
      text,
    }));
}

/** What rounding each row to cents leaves, and money in transit between own accounts in other currencies. */
function restOf(whole: number, rows: readonly { readonly amount: number }[], { to }: WorthScope) {
  const rest = subtractDollars(whole, addDollars(rows.map(({ amount }) => amount)));
  if (rest === 0) return [];
  return [
    {
      id: 'rest',
      date: textOfDay(to),
      account_id: '',
      instrument: null,
      amount: rest,
      text: 'In transit, and rounding',
    },
  ];
}
