// The rules of three playbooks run by the engine, and once more by numpy (numpy/rule.py), trade by trade.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RuleOf, runPlaybook } from '../playbooks/rule-run.ts';

const BARS = 1500;
const terms = { quantity: 3, commission: 0.67, multiplier: 5, time_zone: 'UTC' };
const NOTHING: RuleOf = { entry_long: null, exit_long: null, entry_short: null, exit_short: null };
const rules: Readonly<Record<string, RuleOf>> = {
  trend: { ...NOTHING, entry_long: 'close > sma(close, 20)', exit_long: 'close < sma(close, 20)' },
  breakout: {
    entry_long: 'close > highest(high, 15)[1]',
    exit_long: 'close < lowest(low, 8)[1]',
    entry_short: 'close < lowest(low, 15)[1]',
    exit_short: 'close > highest(high, 8)[1]',
  },
  reversion: { ...NOTHING, entry_short: 'close > sma(close, 12) * 1.01', exit_short: 'close < sma(close, 12)' },
};

/** Numbers that look like chance and are the same every time. */
function draw(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function makeSeries() {
  const next = draw(39);
  const column = () => new Float64Array(BARS);
  const series = { length: BARS, t: column(), o: column(), h: column(), l: column(), c: column(), v: column() };
  let price = 5000;
  for (let i = 0; i < BARS; i += 1) {
    const open = price * (1 + (next() - 0.5) * 0.002);
    const close = open * (1 + (next() - 0.5) * 0.02);
    series.t[i] = 1_772_400_000 + i * 60;
    series.o[i] = open;
    series.c[i] = close;
    series.h[i] = Math.max(open, close) * (1 + next() * 0.004);
    series.l[i] = Math.min(open, close) * (1 - next() * 0.004);
    series.v[i] = 100;
    price = close;
  }
  return series;
}

type RuleTrades = Readonly<Record<string, readonly (readonly number[])[]>>;

const series = makeSeries();
const { o, h, l, c } = series;
const columns = { o: [...o], h: [...h], l: [...l], c: [...c] };
const ran = spawnSync('python3', [join(import.meta.dirname, 'numpy', 'rule.py')], {
  input: JSON.stringify({ ...columns, ...terms }),
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
const hasNumpy = ran.status === 0;
// A Python with numpy that cannot run it is a fault of ours, not an absence.
if (!hasNumpy && ran.error === undefined && !ran.stderr.includes('No module named')) throw new Error(ran.stderr);

describe.skipIf(!hasNumpy)('the rule of a playbook, compared with numpy (skipped where python3 has none)', () => {
  test.each(Object.entries(rules))('%s trades the same, to 1e-9', (name, rule) => {
    const expected = (JSON.parse(ran.stdout) as RuleTrades)[name] ?? [];
    const found = runPlaybook(rule, { series, from: 0 }, terms);
    expect(expected.length).toBeGreaterThan(20);
    expect(found).toHaveLength(expected.length);
    found.forEach(({ entry_time, side, entry_price, exit_price, pnl }, i) => {
      const [at = 0, , sign, entry = 0, exit = 0, net = 0] = expected[i] ?? [];
      expect([entry_time, side]).toEqual([series.t[at], sign === 1 ? 'long' : 'short']);
      for (const [ours, theirs] of [
        [entry_price, entry],
        [exit_price, exit],
        [pnl, net],
      ] as const)
        expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(theirs)));
    });
  });
});
