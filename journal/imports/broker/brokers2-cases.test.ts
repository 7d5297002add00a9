// The open cases of brokers2: real exports with what they mean, read where they lie.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BrokerResult, detectBrokerFormat, type Execution, parseBrokerFile } from '../index.ts';
import { caseBytes, caseJson, CASES } from '../testing/cases.ts';

interface ExpectedTrade {
  readonly date: string;
  readonly action: string;
  readonly symbols: readonly string[];
  readonly quantity: number;
  readonly price: number;
  readonly currency?: string;
  readonly time?: string;
  readonly fee?: number;
  readonly fee_currency?: string;
  readonly fees?: Readonly<Record<string, number>>;
  readonly fx_rate?: number;
  readonly amount?: number;
  readonly realized_pnl?: number;
  readonly optional?: boolean;
  readonly asset_class?: string;
}

interface Expected {
  readonly format: string;
  readonly trades: readonly ExpectedTrade[];
  readonly cash: readonly { date: string; amount: number; currency: string; kind: string; optional?: boolean }[];
  readonly swaps?: readonly { time: string; out: [string, number]; in: [string, number] }[];
  readonly income?: readonly { date: string; coin: string; quantity: number; value?: number }[];
  readonly moves?: readonly { date: string; coin: string; quantity: number }[];
  readonly trade_fees?: Readonly<Record<string, number>>;
  readonly rows: number;
}

const folder = join(CASES, 'brokers2');
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'))
  : [];

function find(executions: readonly Execution[], wanted: ExpectedTrade): Execution | undefined {
  return executions.find(
    (fill) =>
      fill.action === wanted.action &&
      wanted.symbols.some((symbol) => symbol === fill.instrument || symbol === fill.isin) &&
      Math.abs(fill.quantity - wanted.quantity) < 1e-6 &&
      Math.abs(fill.price - wanted.price) < 1e-6 &&
      (wanted.time === undefined
        ? fill.time.slice(0, 10) === wanted.date
        : Date.parse(fill.time) === Date.parse(wanted.time)),
  );
}

/** Costs as the file states them: in the row's currency, turned back with its rate, or in a coin that went. */
function costs(fill: Execution, result: BrokerResult): Record<string, number> {
  const gone = result.executions.filter((one) => one.row === fill.row && one !== fill && one.action === 'SLD');
  const coin = gone.find(({ instrument }) => instrument === fill.instrument);
  if (coin !== undefined) return { [coin.instrument]: coin.quantity };
  if (fill.fx_currency !== undefined) return { [fill.fx_currency]: fill.commission * (fill.fx_rate ?? 1) };
  return { [fill.currency ?? '']: fill.commission };
}

function checkTrade(wanted: ExpectedTrade, result: BrokerResult): void {
  const fill = find(result.executions, wanted);
  if (fill === undefined && wanted.optional === true) return;
  if (fill === undefined) throw new Error(`no fill ${JSON.stringify(wanted)} in ${JSON.stringify(result.executions)}`);
  if (wanted.currency !== undefined) expect(fill.currency).toBe(wanted.currency);
  if (wanted.asset_class !== undefined) expect(fill.asset_class).toBe(wanted.asset_class);
  if (wanted.fx_rate !== undefined) expect(fill.fx_rate).toBeCloseTo(1 / wanted.fx_rate, 6);
  const fees = wanted.fees ?? (wanted.fee === undefined ? {} : { [wanted.fee_currency ?? '']: wanted.fee });
  for (const [currency, amount] of Object.entries(fees))
    if (amount !== 0) expect(costs(fill, result)[currency]).toBeCloseTo(amount, 4);
  if (wanted.amount !== undefined) expect(Math.abs(fill.stated?.amount ?? 0)).toBeCloseTo(Math.abs(wanted.amount), 6);
  if (wanted.realized_pnl !== undefined) expect(fill.stated?.realized_pnl).toBeCloseTo(wanted.realized_pnl, 6);
}

describe('brokers2', () => {
  if (files.length === 0) it.skip('no case files in brokers2');

  it.for(files)('%s', (name, ctx) => {
    const bytes = caseBytes(ctx, `brokers2/${name}`);
    const expected = caseJson(ctx, `brokers2/${name}.expected.json`) as Expected;
    expect(detectBrokerFormat(bytes)).toMatchObject({ format: expected.format });
    const result = parseBrokerFile(bytes);
    expect(result.diagnostics.invalid).toEqual([]);
    expect(result.diagnostics.total_rows).toBe(expected.rows);
    for (const wanted of expected.trades) checkTrade(wanted, result);
    for (const { date, amount, currency, kind, optional } of expected.cash) {
      const row = result.cash.find((one) => one.date === date && one.amount === amount && one.currency === currency);
      if (optional !== true) expect([date, amount, row?.kind]).toEqual([date, amount, kind]);
    }
    for (const { time, out, in: into } of expected.swaps ?? [])
      for (const [action, [coin, quantity]] of [
        ['SLD', out],
        ['BOT', into],
      ] as const)
        expect(result.executions).toContainEqual(
          expect.objectContaining({ action, instrument: coin, quantity, time, asset_class: 'CRYPTO' }),
        );
    for (const { date, coin, quantity, value } of expected.income ?? [])
      expect(result.events.find((one) => one.kind === 'reward' && one.time.startsWith(date))).toMatchObject({
        instrument: coin,
        quantity,
        ...(value === undefined ? {} : { value }),
      });
    const moves = result.events.filter(({ kind }) => kind === 'transfer');
    expect(moves.map((one) => [one.time.slice(0, 10), one.instrument, 'quantity' in one && one.quantity])).toEqual(
      (expected.moves ?? []).map(({ date, coin, quantity }) => [date, coin, quantity]),
    );
    for (const amount of Object.values(expected.trade_fees ?? {}))
      expect(result.executions.reduce((sum, { commission }) => sum + commission, 0)).toBeCloseTo(amount, 6);
  });
});
