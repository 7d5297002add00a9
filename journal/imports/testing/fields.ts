// How many fields of a statement are read as its expectation has them, one by one: what a format is measured by.
import type { BrokerResult, Execution } from '../statement/model.ts';

interface ExpectedTrade {
  readonly date: string;
  readonly time?: string;
  /** The clock of `zone`, where the file has no other. */
  readonly local?: string;
  readonly zone?: string;
  readonly action: string;
  /** Any of them may name it. */
  readonly symbols: readonly string[];
  readonly quantity: number;
  readonly price: number;
  readonly currency?: string;
  readonly fee?: number;
  readonly fee_currency?: string;
  readonly fees?: Readonly<Record<string, number>>;
  /** As the file writes it: units of the traded currency for one of the account's. */
  readonly fx_rate?: number;
  readonly amount?: number;
  readonly amount_currency?: string;
  readonly realized_pnl?: number;
  /** What opening and closing a position cost together, and what was paid for the nights between. */
  readonly pair_cost?: number;
  readonly pair_swap?: number;
  readonly optional?: boolean;
  readonly asset_class?: string;
}

interface ExpectedCash {
  readonly date: string;
  readonly date2?: string;
  readonly amount: number;
  readonly currency: string;
  readonly kind: string;
  readonly tax?: number;
  readonly optional?: boolean;
}

/** What a case of brokers2 expects. */
export interface ExpectedStatement {
  readonly format: string;
  readonly rows: number;
  readonly trades: readonly ExpectedTrade[];
  readonly cash: readonly ExpectedCash[];
  readonly swaps?: readonly { time: string; out: [string, number]; in: [string, number] }[];
  readonly income?: readonly { date: string; coin: string; quantity: number; value?: number; currency?: string }[];
  readonly moves?: readonly { date: string; coin: string; quantity: number }[];
  readonly trade_fees?: Readonly<Record<string, number>>;
}

export interface FieldCount {
  readonly expected: number;
  /** The fields that are not as expected, each with both values. */
  readonly missed: readonly string[];
}

type Field = readonly [name: string, wanted: unknown, got: unknown];

/** The fields of one expectation compared with what was read. */
export function countFields(expected: ExpectedStatement, result: BrokerResult): FieldCount {
  const fields: Field[] = [
    ['format', expected.format, result.format],
    ['rows', expected.rows, result.diagnostics.total_rows],
    ['unreadable rows', 0, result.diagnostics.invalid.length],
  ];
  const fills = new Set(result.executions);
  for (const trade of expected.trades) fields.push(...tradeFields(trade, fills, result));
  for (const { time, out, in: into } of expected.swaps ?? [])
    for (const [action, [coin, quantity]] of [
      ['SLD', out],
      ['BOT', into],
    ] as const)
      fields.push(...tradeFields({ date: '', time, action, symbols: [coin], quantity, price: NaN }, fills, result));
  fields.push(...cashFields(expected, result), ...coinFields(expected, result));
  for (const [currency, amount] of Object.entries(expected.trade_fees ?? {}))
    fields.push([`costs of all trades in ${currency}`, amount, sumCosts(result.executions, currency, result)]);
  // A coin that went as a fee carries a note; anything else was not expected.
  const more = [...fills].filter(({ note }) => note?.startsWith('Paid as a fee') !== true);
  const optional = expected.trades.filter((trade) => trade.optional === true).length;
  if (more.length > optional) fields.push(['fills beyond those expected', 0, more.length]);
  return {
    expected: fields.length,
    missed: fields.flatMap(([name, wanted, got]) =>
      isEqual(wanted, got) ? [] : [`${name}: ${JSON.stringify(wanted)}, read as ${JSON.stringify(got)}`],
    ),
  };
}

function isEqual(wanted: unknown, got: unknown): boolean {
  if (typeof wanted !== 'number' || typeof got !== 'number') return wanted === got;
  return Number.isNaN(wanted) || Math.abs(wanted - got) <= Math.max(1e-6, Math.abs(wanted) * 1e-7);
}

function tradeFields(wanted: ExpectedTrade, fills: Set<Execution>, result: BrokerResult): Field[] {
  const best = [...fills]
    .map((fill) => ({ fill, fields: fieldsOf(wanted, fill, result) }))
    .toSorted((a, b) => countEqual(b.fields) - countEqual(a.fields))[0];
  const isFound = best?.fields.some(([name, one, got]) => name.endsWith(' symbol') && isEqual(one, got)) === true;
  if (!isFound && wanted.optional === true) return [];
  if (!isFound) return fieldsOf(wanted, undefined, result);
  fills.delete(best.fill);
  return best.fields;
}

function countEqual(fields: readonly Field[]): number {
  return fields.filter(([, wanted, got]) => isEqual(wanted, got)).length;
}

function fieldsOf(wanted: ExpectedTrade, fill: Execution | undefined, result: BrokerResult): Field[] {
  const named = wanted.symbols.find((one) => [fill?.instrument, fill?.isin, fill?.name].includes(one));
  const name = `${wanted.date || wanted.time} ${wanted.action} ${wanted.symbols[0]}`;
  const fields: Field[] = [
    ['symbol', named ?? wanted.symbols[0], fill === undefined ? undefined : named],
    ['action', wanted.action, fill?.action],
    ['quantity', wanted.quantity, fill?.quantity],
    ['time', ...timesOf(wanted, fill)],
  ];
  if (!Number.isNaN(wanted.price)) fields.push(['price', wanted.price, fill?.price]);
  for (const key of ['currency', 'asset_class'] as const)
    if (wanted[key] !== undefined) fields.push([key, wanted[key], fill?.[key]]);
  if (wanted.fx_rate !== undefined) fields.push(['fx_rate', wanted.fx_rate, round(1 / (fill?.fx_rate ?? NaN))]);
  const fees = wanted.fees ?? (wanted.fee === undefined ? {} : { [wanted.fee_currency ?? '']: wanted.fee });
  const costs = fill === undefined ? {} : costsOf(fill, result);
  for (const [currency, amount] of Object.entries(fees))
    fields.push([
      `fee in ${currency}`,
      amount,
      costs[currency] ?? (amount === 0 && fill !== undefined ? 0 : undefined),
    ]);
  const stated = fill?.stated;
  if (wanted.amount !== undefined)
    fields.push([
      'amount',
      Math.abs(wanted.amount),
      stated?.amount === undefined ? undefined : Math.abs(stated.amount),
    ]);
  if (wanted.amount_currency !== undefined)
    fields.push(['amount_currency', wanted.amount_currency, stated?.currency ?? fill?.currency]);
  if (wanted.realized_pnl !== undefined) fields.push(['realized_pnl', wanted.realized_pnl, stated?.realized_pnl]);
  if (wanted.pair_cost !== undefined && wanted.pair_swap !== undefined)
    fields.push(['cost of the pair', wanted.pair_cost - wanted.pair_swap, pairCost(fill, result)]);
  return fields.map(([key, one, got]) => [`${name} ${key}`, one, got]);
}

/** As many digits as a stated rate has. */
function round(rate: number): number {
  return Number(rate.toFixed(6));
}

function timesOf(wanted: ExpectedTrade, fill: Execution | undefined): [unknown, unknown] {
  if (wanted.time !== undefined)
    return [Date.parse(wanted.time), fill === undefined ? undefined : Date.parse(fill.time)];
  if (wanted.local === undefined || wanted.zone === undefined) return [wanted.date, fill?.time.slice(0, 10)];
  const shown =
    fill === undefined
      ? undefined
      : new Intl.DateTimeFormat('sv-SE', { timeZone: wanted.zone, dateStyle: 'short', timeStyle: 'short' }).format(
          new Date(fill.time),
        );
  return [`${wanted.date} ${wanted.local}`, shown];
}

/** Costs as the file states them: in the row's currency, turned back with its rate, or in a coin that went. */
function costsOf(fill: Execution, result: BrokerResult): Record<string, number> {
  const gone = result.executions.filter((one) => one.row === fill.row && one !== fill && one.action === 'SLD');
  const coin = gone.find(({ instrument }) => instrument === fill.instrument);
  if (coin !== undefined) return { [coin.instrument]: coin.quantity };
  const apart = result.cash.filter(({ exec_id }) => exec_id === fill.exec_id);
  const paid = Object.fromEntries(apart.map(({ currency, amount }) => [currency, -amount]));
  const own = fill.fx_currency === undefined ? (fill.currency ?? '') : fill.fx_currency;
  const cost = Number((fill.commission * (fill.fx_currency === undefined ? 1 : (fill.fx_rate ?? 1))).toFixed(4));
  return { [own]: cost, ...paid };
}

function sumCosts(fills: readonly Execution[], currency: string, result: BrokerResult): number {
  return fills.reduce((sum, fill) => sum + (costsOf(fill, result)[currency] ?? 0), 0);
}

/** What both fills of a row cost. */
function pairCost(fill: Execution | undefined, { executions }: BrokerResult): number | undefined {
  if (fill === undefined) return undefined;
  const both = executions.filter(({ row }) => row === fill.row);
  return both.reduce((sum, one) => sum + one.commission * (one.fx_rate ?? 1), 0);
}

function cashFields({ cash }: ExpectedStatement, result: BrokerResult): Field[] {
  const open = new Set(result.cash);
  return cash.flatMap((wanted): Field[] => {
    const name = `${wanted.date} ${wanted.kind} ${wanted.amount} ${wanted.currency}`;
    const dates = [wanted.date, wanted.date2 ?? wanted.date];
    const near = [...open].filter((row) => dates.includes(row.date) && isEqual(wanted.amount, row.amount));
    const row = near.find(({ kind, currency }) => kind === wanted.kind && currency === wanted.currency) ?? near[0];
    if (row === undefined && wanted.optional === true) return [];
    if (row !== undefined) open.delete(row);
    const fields: Field[] = [
      [`${name} date`, wanted.date, row === undefined ? undefined : wanted.date],
      [`${name} amount`, wanted.amount, row?.amount],
      [`${name} currency`, wanted.currency, row?.currency],
    ];
    if (wanted.kind !== 'optional') fields.push([`${name} kind`, wanted.kind, row?.kind]);
    if (wanted.tax !== undefined) fields.push([`${name} tax`, wanted.tax, row?.withheld?.amount]);
    return fields;
  });
}

function coinFields({ income = [], moves = [] }: ExpectedStatement, { events }: BrokerResult): Field[] {
  const open = new Set(events);
  const take = (kind: 'reward' | 'transfer', wanted: { date: string; coin: string; quantity: number }) => {
    const near = [...open].filter((one) => one.kind === kind && one.time.startsWith(wanted.date));
    const found = near.find((one) => one.instrument === wanted.coin) ?? near[0];
    if (found !== undefined) open.delete(found);
    const quantity = found !== undefined && 'quantity' in found ? found.quantity : undefined;
    const name = `${wanted.date} ${kind} ${wanted.coin}`;
    const fields: Field[] = [
      [`${name} date`, wanted.date, found?.time.slice(0, 10)],
      [`${name} coin`, wanted.coin, found?.instrument],
      [`${name} quantity`, wanted.quantity, quantity],
    ];
    return { found, name, fields };
  };
  return [
    ...income.flatMap((wanted) => {
      const { found, name, fields } = take('reward', wanted);
      const reward = found?.kind === 'reward' ? found : undefined;
      if (wanted.value !== undefined) fields.push([`${name} value`, wanted.value, reward?.value]);
      if (wanted.value !== undefined && wanted.currency !== undefined)
        fields.push([`${name} currency`, wanted.currency, reward?.currency]);
      return fields;
    }),
    ...moves.flatMap((wanted) => take('transfer', wanted).fields),
  ];
}
