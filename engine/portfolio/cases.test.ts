// Portfolios whose trades and equity two other engines agree on. The case files live outside the repository.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PortfolioInput } from './input.ts';
import { runPortfolio } from './run.ts';

const CASES = join(process.env.ZORIVEST_CASES ?? join(import.meta.dirname, '../../../shared/data'), 'swimmy/portfolio');

interface ExpectedRun {
  readonly trades: readonly Readonly<Record<string, string | number>>[];
  readonly equity?: readonly number[];
  readonly cash?: readonly number[];
  readonly turnover?: readonly number[];
  readonly positions_end?: Readonly<Record<string, number>>;
  readonly cash_end?: number;
  readonly fees_total?: number;
  readonly stats?: Readonly<Record<string, number>>;
}

const isNear = (ours: unknown, theirs: number) =>
  typeof ours === 'number' && Math.abs(ours - theirs) <= Math.max(1e-5, 1e-6 * Math.abs(theirs));

describe.skipIf(!existsSync(CASES))('the cases of shared/data/swimmy/portfolio', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(CASES, file), 'utf8'));
  const names = globSync('portfolio-*.json', { cwd: CASES }).filter((file) => !file.includes('expected'));
  test.each(names.toSorted())('%s', (file) => {
    const expected = read(file.replace('.json', '.expected.json')) as ExpectedRun;
    const result = runPortfolio(read(file) as PortfolioInput);
    const wrong: string[] = [];
    const check = (what: string, ours: unknown, theirs: number) => {
      if (!isNear(ours, theirs)) wrong.push(`${what}: ${String(ours)}, not ${theirs}`);
    };
    // Inside one bar the order of symbols is free.
    const inOrder = <T extends Readonly<Record<string, unknown>>>(trades: readonly T[]) =>
      trades.toSorted((a, b) =>
        `${String(a.date)} ${String(a.symbol)}`.localeCompare(`${String(b.date)} ${String(b.symbol)}`),
      );
    const ours = inOrder(result.trades.map((trade) => ({ ...trade })));
    expect(ours).toHaveLength(expected.trades.length);
    for (const [i, trade] of inOrder(expected.trades).entries())
      for (const [key, value] of Object.entries(trade)) {
        const own = ours[i]?.[key as keyof (typeof ours)[number]];
        if (typeof value === 'number') check(`trade ${i} ${key}`, own, value);
        else if (own !== value) wrong.push(`trade ${i} ${key}: ${String(own)}, not ${value}`);
      }
    for (const name of ['equity', 'cash', 'turnover'] as const)
      for (const [i, value] of (expected[name] ?? []).entries()) check(`${name} ${i}`, result[name][i], value);
    for (const [symbol, units] of Object.entries(expected.positions_end ?? {}))
      check(`${symbol} at the end`, result.positions_end[symbol], units);
    for (const name of ['cash_end', 'fees_total'] as const) {
      const value = expected[name];
      if (value !== undefined) check(name, result[name], value);
    }
    for (const [name, value] of Object.entries(expected.stats ?? {}))
      check(name, result.stats[name as keyof typeof result.stats], value);
    expect(wrong).toEqual([]);
  });
});
