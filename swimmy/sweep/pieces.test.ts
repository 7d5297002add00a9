import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  combinations,
  createPieceRunner,
  generateCsv,
  modeSchema,
  parseCsv,
  rankInMemory,
  requestSchema,
  runTrials,
  sweepDetails,
  sweepSpace,
  trialsOf,
  type PieceRuns,
} from '@zorivest/engine';
import { afterAll, describe, expect, test } from 'vitest';
import { openTable, pageOf } from '../table/table.ts';
import { packRuns, unpackRuns } from './packed.ts';
import { pieceAt, piecesOf, planSweep } from './plan.ts';
import { reduceRuns } from './reduce.ts';
import { openSpool } from './spool.ts';

const folder = mkdtempSync(join(tmpdir(), 'swimmy-pieces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { series } = parseCsv(new TextEncoder().encode([...generateCsv(40_000, 42)].join('')));
const modeInput = {
  rank_by: 'sharpe',
  sweep: { sma_short: { from: 2, to: 12, step: 1 }, sma_long: [20, 30, 40], tp: [0, 0.1], where: 'sma_short != 5' },
};
const { strategy } = requestSchema.parse({
  symbol: 'X',
  strategy: { name: 'S', volume: 1, sma_short: 5, sma_long: 20 },
  mode: modeInput,
});
const mode = modeSchema.parse(modeInput);
const input = { series, strategy, mode, symbol: 'X', aux: new Map(), swaps: [] };
const RUNS = 60;

describe('a plan', () => {
  const space = sweepSpace(strategy, mode);
  test.each([0.001, 1, 20, 5000])('with runs of %d ms holds each run once, in pieces without gaps', (runMs) => {
    const plan = planSweep(space, runMs);
    expect(plan.runs).toBe(RUNS);
    expect(plan.bounds[0]).toBe(0);
    expect(plan.bounds.at(-1)).toBe(space.places);
    const pieces = Array.from({ length: piecesOf(plan) }, (_, n) => pieceAt(plan, n));
    expect(pieces.reduce((sum, { rows }) => sum + rows, 0)).toBe(RUNS);
    for (const { from, to, rows } of pieces) {
      const wanted = Array.from({ length: to - from }, (_, i) => space.at(from + i)).filter((row) => row !== undefined);
      expect(wanted).toHaveLength(rows);
      expect(rows).toBeGreaterThan(0);
    }
  });

  test('cuts to about two seconds, finer when the sweep is short, and never into too many runs a piece', () => {
    const wide = { axes: [], places: 1_000_000, at: () => ({}) };
    expect(pieceAt(planSweep(wide, 1), 0).rows).toBe(2000);
    expect(pieceAt(planSweep(wide, 0.01), 0).rows).toBe(8000);
    expect(piecesOf(planSweep({ ...wide, places: 8000 }, 1))).toBe(16);
  });
});

describe('pieces that come in', () => {
  const run = createPieceRunner(input);
  const plan = planSweep(sweepSpace(strategy, mode), 20);
  const results = Array.from({ length: piecesOf(plan) }, (_, n) => run(pieceAt(plan, n)));
  const spoolInOrder = (order: readonly number[]) => {
    const spool = openSpool(join(folder, 'spool'), plan);
    for (const n of order) spool.add(n, unpackRuns(packRuns(results[n] as PieceRuns)));
    return spool;
  };

  test('in any order, and twice, give the ranking that all runs in memory give', () => {
    const backwards = Array.from(results, (_, n) => results.length - 1 - n);
    const spool = spoolInOrder([...backwards, 0, 1]);
    expect(spool.done).toBe(results.length);
    spool.close();
    const table = join(folder, 'runs.rows');
    const runs = reduceRuns({
      strategy,
      mode,
      file: spool.file,
      columns: spool.columns,
      rows: spool.rows,
      blocks: spool.blocks(),
      table,
    });
    spool.remove();

    const tried = runTrials(input, trialsOf(combinations(strategy, mode), mode));
    const wanted = rankInMemory(tried, sweepSpace(strategy, mode).axes, 'sharpe');
    expect(sweepDetails(runs, 'sharpe')).toMatchObject({
      runs: RUNS,
      pbo: sweepDetails(wanted, 'sharpe').pbo,
      deflated_sharpe: sweepDetails(wanted, 'sharpe').deflated_sharpe,
    });
    expect(runs.first.map(({ parameters }) => parameters)).toEqual(wanted.first.map(({ parameters }) => parameters));
    expect(runs.heatMap).toEqual(wanted.heatMap);
    const stored = openTable(table);
    const page = pageOf(stored, 0, RUNS).rows;
    expect(page.map(({ parameters }) => parameters).slice(0, 50)).toEqual(
      wanted.first.map(({ parameters }) => parameters),
    );
    expect(page[0]?.figures.outcome).toBe('lived');
    stored.close();
  });

  test('that are not what was planned are refused', () => {
    const spool = spoolInOrder([]);
    expect(() => spool.add(99, results[0] as PieceRuns)).toThrow(/unknown piece 99/);
    expect(() => spool.add(0, { ...(results[0] as PieceRuns), rows: 1 })).toThrow(/holds 1 runs, not/);
    spool.add(0, results[0] as PieceRuns);
    expect(() => spool.add(1, { ...(results[1] as PieceRuns), columns: ['place', 'other'] })).toThrow(
      /different versions/,
    );
    spool.remove();
  });
});
