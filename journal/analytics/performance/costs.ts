// Fees, fills and order flow: what the book knows about them, handed to the domain.
import {
  addDollars,
  type ChargedTrade,
  costOfFree,
  executionQuality,
  feeBreakdown,
  type LedgerFee,
  MissingRates,
  moneyAt,
  orderFlowEstimate,
  parseOptionSymbol,
  type Problem,
  rateOn,
  type RoutedTrade,
  routingOf,
} from '@zorivest/domain';
import { allAccounts, BORROWED, getTrade, tradedTypes } from '@zorivest/records';
import { brokers as knownBrokers, type FeeType } from '@zorivest/vocabulary';
import { type Call, type Db, negateDecimal } from '@zorivest/store';
import { isMarketOpen } from '@zorivest/market';
import { basisOfFills } from './basis-of-fills.ts';
import { chargedInAll, feeItems } from './charges.ts';
import { basisOf, isWithin, type Scope } from './scope.ts';
import { monthOf } from './slices.ts';

/** The broker an account is synced from, else the institution a person wrote down, else whose statement its trades came with. */
function brokers({ results, db }: Call): Promise<Map<string, string | null>> {
  // Statements bring many trades in one import; a single one says nothing of its broker.
  return results.besidesTrades('brokers by account', async () => {
    const known = new Map<string, string | null>();
    for (const { account_id, broker_id, institution } of await allAccounts(db))
      known.set(account_id, broker_id ?? (institution || (await brokerOfStatements(db, account_id))));
    return known;
  });
}

/** A table that a person mapped by hand says no broker. */
async function brokerOfStatements(db: Db, account: string): Promise<string | null> {
  // Runs are few and trades are many: each run is asked for one trade of the account.
  const row = await db
    .selectFrom('import_runs')
    .select('source')
    .where('source', '!=', 'unknown')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('trades')
          .select('exec_id')
          .whereRef('trades.import_batch_id', '=', 'import_runs.run_id')
          .where('trades.account_id', '=', account),
      ),
    )
    .executeTakeFirst();
  // A format is named by its broker, and by more where the broker has several: ibkr_flex.
  const of = (broker: string): boolean => row?.source === broker || row?.source.startsWith(`${broker}_`) === true;
  return Object.keys(knownBrokers).find(of) ?? null;
}

function grossOf(scope: Scope): number {
  return addDollars(scope.results.map(({ gross_pnl }) => gross_pnl));
}

async function feesOf(scope: Scope, call: Call) {
  const brokerOf = await brokers(call);
  const charges = await overhead(scope, call);
  const charged = await chargedInAll(scope, call);
  const paid =
    charged === null
      ? { trades: chargedTrades(scope, brokerOf), items: await itemsOf(scope, call) }
      : {
          trades: [],
          charged: charged.map(([account, one]) => ({ ...one, broker: brokerOf.get(account) ?? null })),
          items: [],
        };
  const { items, ...executions } = paid;
  const breakdown = feeBreakdown({
    ...executions,
    ledger: [...items, ...charges.fees],
    trade_count: scope.results.length,
    gross_pnl: grossOf(scope),
  });
  return { ...breakdown, problems: [...breakdown.problems, ...charges.problems] };
}

function chargedTrades(scope: Scope, brokerOf: ReadonlyMap<string, string | null>): ChargedTrade[] {
  return scope.executions.map(({ exec_id, commission, account_id }) => ({
    exec_id,
    commission: inScopeMoney(scope, exec_id, commission),
    broker: brokerOf.get(account_id) ?? null,
  }));
}

/** An amount of an execution in the currency of the answer. */
function inScopeMoney({ positions }: Scope, execId: string, amount: string): string {
  const rate = positions.rateOf.get(execId);
  return rate === undefined ? amount : moneyAt(amount, rate);
}

/** The items of the scope's executions that are no commission. */
async function itemsOf(scope: Scope, call: Call): Promise<LedgerFee[]> {
  const rows = await feeItems(call);
  if (rows.length === 0) return [];
  const inScope = new Set(scope.executions.map(({ exec_id }) => exec_id));
  return rows
    .filter(({ trade_exec_id }) => inScope.has(trade_exec_id))
    .map(({ trade_exec_id, fee_type, amount }) => ({
      exec_id: trade_exec_id,
      type: fee_type,
      amount: inScopeMoney(scope, trade_exec_id, amount),
    }));
}

/**
 * What a broker charges for having the account: no one trade's cost, and a cost all the same. A question about some of the
 * trades is not about it.
 */
interface Charge extends LedgerFee {
  readonly month: string;
}

async function overhead(scope: Scope, call: Call): Promise<{ fees: Charge[]; problems: Problem[] }> {
  if (scope.narrowed) return { fees: [], problems: [] };
  const brokerOf = await brokers(call);
  let charged = call.db
    .selectFrom('bank_transactions')
    .innerJoin('accounts', 'accounts.account_id', 'bank_transactions.account_id')
    .select(['bank_transactions.account_id', 'amount', 'date', 'description', 'memo', 'bank_transactions.currency'])
    .select(['fx_rate', 'fx_currency', 'category'])
    .where('accounts.account_type', 'in', tradedTypes)
    .where('category', 'in', ['fee', 'interest']);
  if (scope.accounts !== null) charged = charged.where('bank_transactions.account_id', 'in', [...scope.accounts]);
  const rows = await charged.execute();
  const wanting = new MissingRates(scope.currency);
  const fees = rows.flatMap((row): Charge[] => {
    const day = scope.dayOf(row.date.slice(0, 10)) ?? 0;
    // Interest that came in is income; what was paid for borrowed money is a cost.
    const isIncome = row.category === 'interest' && !row.amount.startsWith('-');
    if (isIncome || !isWithin(scope.span, day)) return [];
    const rate = rateOn(row, day, scope.currency, scope.positions.rates);
    if (rate === null) {
      wanting.add(row.currency, day);
      return [];
    }
    return [
      {
        month: row.date.slice(0, 7),
        type: kindOfCharge(row),
        amount: negateDecimal(moneyAt(row.amount, rate)),
        broker: brokerOf.get(row.account_id) ?? null,
      },
    ];
  });
  return { fees, problems: wanting.problems() };
}

function kindOfCharge({
  category,
  description,
  memo,
}: {
  readonly category: string;
  readonly description: string;
  readonly memo: string;
}): FeeType {
  const words = `${description} ${memo}`;
  if (BORROWED.test(words)) return 'borrow';
  if (category === 'interest') return 'interest';
  return PLATFORM.test(words) ? 'platform' : 'other';
}

const PLATFORM = /\b(?:data|platform|subscription|software|gold)\b/i;

async function readRouted(scope: Scope, call: Call): Promise<RoutedTrade[]> {
  const brokerOf = await brokers(call);
  return scope.executions.map(({ exec_id, quantity, price, multiplier, routing, account_id }) => ({
    exec_id,
    quantity,
    price,
    multiplier: inScopeMoney(scope, exec_id, multiplier),
    routing: routing ?? routingOf(brokerOf.get(account_id)),
  }));
}

export async function fees(scope: Scope, call: Call, { with_months }: { readonly with_months: boolean }) {
  const { convention, problems, ...breakdown } = await feesOf(scope, call);
  return {
    ...basisOf(scope, { convention, problems }),
    ...breakdown,
    ...(with_months && { by_month: await feesByMonth(scope, call) }),
  };
}

/** The same costs, each in the month it was charged in. */
async function feesByMonth(scope: Scope, call: Call) {
  const monthOfFill = new Map(
    scope.executions.map(({ exec_id, time, time_known }) => [
      exec_id,
      monthOf(scope, { time, time_known: time_known !== 0 }) ?? '',
    ]),
  );
  const trades = Map.groupBy(chargedTrades(scope, new Map()), ({ exec_id }) => monthOfFill.get(exec_id) ?? '');
  const { fees: charges } = await overhead(scope, call);
  const items = (await itemsOf(scope, call)).map((item) => ({
    ...item,
    month: monthOfFill.get(item.exec_id ?? '') ?? '',
  }));
  const ledger = Map.groupBy([...items, ...charges], ({ month }) => month);
  return [...new Set([...trades.keys(), ...ledger.keys()])].toSorted().map((month) => ({
    month,
    amount: feeBreakdown({ trades: trades.get(month) ?? [], ledger: ledger.get(month) ?? [] }).total_fees,
  }));
}

export async function orderFlow(scope: Scope, call: Call) {
  const { convention, problems, ...estimate } = orderFlowEstimate(await readRouted(scope, call));
  return { ...basisOf(scope, { convention, problems }), execution_count: scope.executions.length, ...estimate };
}

export async function hiddenCost(scope: Scope, call: Call) {
  const trades = await readRouted(scope, call);
  const { convention, problems, ...cost } = costOfFree({
    fees: await feesOf(scope, call),
    order_flow: orderFlowEstimate(trades),
    trades,
    trade_count: scope.results.length,
    gross_pnl: grossOf(scope),
  });
  return { ...basisOf(scope, { convention, problems }), ...cost };
}

/** Quotes further from a fill than this say nothing about it. */
const MOST_SECONDS = 60;

interface MarketQuote {
  readonly bid: number;
  readonly ask: number;
  readonly source: string;
  /** Seconds between the quote and the fill. */
  readonly age: number | null;
}

interface Fill {
  readonly instrument: string;
  readonly time: string;
}

/** The stored quote with both sides nearest to the fill; what there is instead, in words, when none is near enough. */
async function nearestQuote(db: Db, fill: Fill): Promise<MarketQuote | string> {
  const at = Date.parse(fill.time);
  const both = () =>
    db
      .selectFrom('market_quotes')
      .select(['bid', 'ask', 'timestamp', 'provider'])
      .where('ticker', '=', fill.instrument)
      .where('bid', 'is not', null)
      .where('ask', 'is not', null);
  const around = [
    await both().where('timestamp', '<=', fill.time).orderBy('timestamp', 'desc').executeTakeFirst(),
    await both().where('timestamp', '>', fill.time).orderBy('timestamp').executeTakeFirst(),
  ];
  const [nearest] = around
    .filter((row) => row !== undefined)
    .map((row) => ({ ...row, age: Math.abs(at - Date.parse(row.timestamp)) / 1000 }))
    .toSorted((a, b) => a.age - b.age);
  if (nearest === undefined) return noQuotes(db, fill.instrument);
  const { bid, ask, provider, age } = nearest;
  if (bid === null || ask === null || age > MOST_SECONDS)
    return `The nearest stored quote of ${fill.instrument} with a bid and an ask is ${Math.round(age)} seconds from the fill; ${MOST_SECONDS} are allowed.`;
  return { bid, ask, source: provider, age };
}

async function noQuotes(db: Db, ticker: string): Promise<string> {
  const one = await db.selectFrom('market_quotes').select('ticker').where('ticker', '=', ticker).executeTakeFirst();
  return one === undefined
    ? `No quotes of ${ticker} are stored: let a pipeline store them, or give bid and ask.`
    : `The stored quotes of ${ticker} have no bid and ask: their provider does not give them (Alpaca and Tradier do).`;
}

export async function fillQuality(call: Call, execId: string, statedQuote: { bid: number; ask: number } | null = null) {
  const trade = await getTrade(call.db, execId);
  const found =
    statedQuote === null ? await nearestQuote(call.db, trade) : { ...statedQuote, source: 'given', age: null };
  const quote = typeof found === 'string' ? null : found;
  const option = parseOptionSymbol(trade.instrument);
  const quality = executionQuality(
    {
      exec_id: trade.exec_id,
      action: trade.action === 'BOT' ? 'BOT' : 'SLD',
      price: trade.price,
      quantity: trade.quantity,
      multiplier: trade.multiplier,
      kind: option === null ? 'stock' : 'option',
    },
    quote === null
      ? null
      : { bid: quote.bid, ask: quote.ask, regular_hours: statedQuote !== null || isMarketOpen(new Date(trade.time)) },
  );
  return {
    trade_id: trade.exec_id,
    ...quality,
    ...(await basisOfFills(call, {
      unit: 'execution',
      currency: trade.currency,
      times: [{ time: trade.time, time_known: trade.time_known === 1 }],
    })),
    problems: quality.problems.map(({ code, message }) => ({
      code,
      message: code === 'no_quote' && typeof found === 'string' ? found : message,
    })),
    quote_source: quote?.source ?? null,
    quote_age_seconds: quote?.age ?? null,
  };
}
