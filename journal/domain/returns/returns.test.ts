import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { assert, property, tuple, integer, array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CASES_ROOT } from '../testing/cases.ts';
import { Decimal } from '../money/index.ts';
import { type Flow, type FlowTiming, linkedModifiedDietz, modifiedDietz, twr, type Valuation, xirr } from './index.ts';

const YEAR = { from: '2024-12-31', to: '2025-12-31' };

/** The flows of a money-weighted return: what was there at first comes in, what is there at last goes out. */
function allFlows(start: string, flows: readonly Flow[], end: string): Flow[] {
  return [{ date: YEAR.from, amount: start }, ...flows, { date: YEAR.to, amount: `-${end}` }];
}

function percent(rate: string | null): string | null {
  return rate === null ? null : new Decimal(rate).times(100).toFixed(4);
}

describe('returns worked by hand', () => {
  const deposit = [{ date: '2025-03-01', amount: '5000' }];

  it('a deposit in March: what the money earned, what the manager earned, and the estimate between', () => {
    // 10,500/10,000 until the deposit, 17,000/15,500 after it.
    const valuations = [
      { date: YEAR.from, value: '10000' },
      { date: '2025-02-28', value: '10500' },
      { date: YEAR.to, value: '17000' },
    ];
    expect(percent(twr({ valuations, flows: deposit, period: YEAR }).twr)).toBe('15.1613');
    expect(percent(xirr(allFlows('10000', deposit, '17000')).rate)).toBe('14.1523');
    expect(percent(modifiedDietz({ start: '10000', end: '17000', flows: deposit, period: YEAR }).rate)).toBe('14.1063');
  });

  it('a withdrawal counts at the end of its day', () => {
    const flows = [{ date: '2025-07-01', amount: '-12000' }];
    const valuations = [
      { date: YEAR.from, value: '20000' },
      { date: '2025-07-01', value: '6000' },
      { date: YEAR.to, value: '6600' },
    ];
    expect(percent(twr({ valuations, flows, period: YEAR }).twr)).toBe('-1.0000');
    expect(percent(xirr(allFlows('20000', flows, '6600')).rate)).toBe('-10.1277');
    expect(percent(modifiedDietz({ start: '20000', end: '6600', flows, period: YEAR }).rate)).toBe('-10.0118');
  });

  it('money in and money out on one day count at either end of it', () => {
    const valuations = [
      { date: '2025-06-01', value: '100' },
      { date: '2025-06-02', value: '60' },
    ];
    const flows = [
      { date: '2025-06-02', amount: '100' },
      { date: '2025-06-02', amount: '-160' },
    ];
    // (60 + 160) / (100 + 100)
    expect(twr({ valuations, flows, period: { from: '2025-06-01', to: '2025-06-02' } }).twr).toBe('0.1');
  });

  it('a flow on a day without a value: Modified Dietz for that stretch, which is named', () => {
    const flows = [{ date: '2025-03-10', amount: '1000' }];
    const valuations = [
      { date: YEAR.from, value: '10000' },
      { date: '2025-02-28', value: '10500' },
      { date: '2025-03-31', value: '12000' },
      { date: YEAR.to, value: '13000' },
    ];
    const result = twr({ valuations, flows, period: YEAR });
    expect(result.approximated).toEqual([{ from: '2025-02-28', to: '2025-03-31' }]);
    // 1.05 × (1 + 500 / (10,500 + 1,000 × 22/31)) × 13,000/12,000
    expect(percent(result.twr)).toBe('18.8237');
  });

  it('without the last value there is none, and the reason is given', () => {
    const valuations = [{ date: YEAR.from, value: '10000' }];
    expect(twr({ valuations, flows: [], period: YEAR })).toMatchObject({ twr: null, reason: 'no_end_value' });
  });

  it('a value below zero ends the chain', () => {
    const valuations = [
      { date: YEAR.from, value: '5000' },
      { date: '2025-05-05', value: '-1000' },
      { date: YEAR.to, value: '2000' },
    ];
    expect(twr({ valuations, flows: [], period: YEAR })).toMatchObject({ twr: null, reason: 'below_zero' });
  });

  it('days on which nothing was invested are passed over', () => {
    const valuations = [
      { date: YEAR.from, value: '0' },
      { date: '2025-05-05', value: '0' },
      { date: '2025-05-06', value: '110' },
      { date: YEAR.to, value: '121' },
    ];
    const result = twr({ valuations, flows: [{ date: '2025-05-06', amount: '100' }], period: YEAR });
    expect(result).toMatchObject({ twr: '0.21', annual: '0.21' });
  });

  it('nothing is annualised under a year', () => {
    const period = { from: '2025-01-01', to: '2025-03-19' };
    const valuations = [
      { date: period.from, value: '100' },
      { date: period.to, value: '103' },
    ];
    expect(twr({ valuations, flows: [], period })).toMatchObject({ twr: '0.03', annual: null });
  });
});

describe('the rate of flows', () => {
  it('two rates are listed, and neither is taken', () => {
    const flows = [
      { date: '2021-01-01', amount: '-1000' },
      { date: '2022-01-01', amount: '2300' },
      { date: '2023-01-01', amount: '-1320' },
    ];
    const { rate, roots, reason } = xirr(flows);
    expect(rate).toBeNull();
    expect(reason).toBe('several_rates');
    expect(roots.map(percent)).toEqual(['10.0000', '20.0000']);
  });

  it('a rate that only touches zero is one rate', () => {
    const flows = [
      { date: '2021-01-01', amount: '-100' },
      { date: '2022-01-01', amount: '220' },
      { date: '2023-01-01', amount: '-121' },
    ];
    expect(Number(xirr(flows).rate)).toBeCloseTo(0.1, 6);
  });

  it('flows of one sign have none', () => {
    expect(xirr([{ date: '2025-01-01', amount: '5' }])).toMatchObject({ rate: null, reason: 'one_direction' });
    expect(xirr([])).toMatchObject({ rate: null, reason: 'no_flows' });
  });

  it('what cancels itself on one day is nothing', () => {
    const flows = ['100', '-100'].map((amount) => ({ date: '2025-01-01', amount }));
    expect(xirr(flows)).toMatchObject({ rate: null, reason: 'no_flows' });
  });

  it('refuses what is no date and what is no amount', () => {
    expect(() => xirr([{ date: '2025-02-30', amount: '1' }])).toThrow('"2025-02-30" is no date');
    expect(() => xirr([{ date: '2025-02-28', amount: 'much' }])).toThrow('"much" is no amount');
  });

  it('every listed rate balances the flows, and one change of sign has exactly one rate', () => {
    const flow = tuple(integer({ min: 0, max: 9_000 }), integer({ min: -100_000, max: 100_000 }));
    assert(
      property(array(flow, { minLength: 2, maxLength: 30 }), (rows) => {
        const flows = rows.map(([day, amount]) => ({
          date: new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10),
          amount: String(amount),
        }));
        const { roots } = xirr(flows);
        for (const root of roots) {
          const growth = new Decimal(root).plus(1);
          // Eighteen digits of a rate next to −100 % say nothing about what is left.
          if (growth.lt('0.0001')) continue;
          const first = Math.min(...rows.map(([day]) => day));
          let size = new Decimal(0);
          let sum = new Decimal(0);
          for (const [day, amount] of rows) {
            const term = new Decimal(amount).times(growth.pow(new Decimal(first - day).div(365)));
            sum = sum.plus(term);
            size = size.plus(term.abs());
          }
          expect(sum.abs().lte(size.times('1e-9'))).toBe(true);
        }
        const byDay = [...Map.groupBy(rows, ([day]) => day)]
          .toSorted(([a], [b]) => a - b)
          .map(([, sameDay]) => Math.sign(sameDay.reduce((total, [, amount]) => total + amount, 0)))
          .filter((sign) => sign !== 0);
        const changes = byDay.filter((sign, i) => i > 0 && sign !== byDay[i - 1]).length;
        if (changes === 1) expect(roots).toHaveLength(1);
        if (changes === 0) expect(roots).toHaveLength(0);
        expect(roots.length).toBeLessThanOrEqual(changes);
      }),
      { numRuns: 300 },
    );
  });
});

interface Case {
  readonly flows: readonly Flow[];
  readonly valuations: readonly Valuation[];
  readonly period: { readonly from: string; readonly to: string };
  readonly flow_timing?: FlowTiming;
}
interface ExpectedReturns {
  readonly expected: Readonly<Record<string, string | null>>;
  readonly tolerance: string;
  readonly status?: string;
  readonly accept_any_of?: readonly (string | null)[];
  readonly 'roots_between_-99.99_percent_and_1000_fold'?: readonly string[];
}

describe('open cases', () => {
  const folder = resolve(CASES_ROOT, 'journal/returns');
  const names = (prefix: string): string[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => file.startsWith(prefix) && !file.endsWith('.expected.json'))
          .map((file) => file.replace('.json', ''))
      : [];
  const read = (name: string) => ({
    given: JSON.parse(readFileSync(resolve(folder, `${name}.json`), 'utf8')) as Case,
    wanted: JSON.parse(readFileSync(resolve(folder, `${name}.expected.json`), 'utf8')) as ExpectedReturns,
  });
  const isNear = (actual: string | null, expected: string | null, tolerance: string): boolean =>
    actual === null || expected === null
      ? actual === expected
      : new Decimal(actual).minus(expected).abs().lte(new Decimal(tolerance).plus('1e-15'));

  it('money-weighted', (ctx) => {
    const cases = names('mwr-');
    if (cases.length === 0) ctx.skip('journal/returns is not on this machine');
    const wrong = cases.filter((name) => {
      const { given, wanted } = read(name);
      const { rate, roots } = xirr(given.flows);
      const usual = wanted['roots_between_-99.99_percent_and_1000_fold'] ?? [];
      if (usual.length > 1) {
        const areEqual = usual.every((root, i) => isNear(roots[i] ?? null, root, wanted.tolerance));
        return rate !== null || roots.length !== usual.length || !areEqual;
      }
      return !(wanted.accept_any_of ?? []).some((accepted) => isNear(rate, accepted, wanted.tolerance));
    });
    expect(wrong).toEqual([]);
  });

  it('time-weighted, Modified Dietz and money-weighted with values', (ctx) => {
    const cases = names('twr-');
    if (cases.length === 0) ctx.skip('journal/returns is not on this machine');
    const wrong = cases.flatMap((name) => {
      const { given, wanted } = read(name);
      const { flows, valuations, period } = given;
      const flowTiming = given.flow_timing ?? 'in_start_out_end';
      const value = (date: string): string | null =>
        (valuations.find((each) => each.date === date)?.value as string | undefined) ?? null;
      const [start, end] = [value(period.from), value(period.to)];
      const weighted = twr({ valuations, flows, period, flowTiming });
      const dietz = modifiedDietz({ start, end, flows, period, flowTiming });
      const computed: Record<string, string | null> = {
        twr: weighted.twr,
        twr_annual: weighted.annual,
        modified_dietz: dietz.rate,
        modified_dietz_annual: dietz.annual,
        linked_modified_dietz: linkedModifiedDietz({ valuations, flows, period, flowTiming }).rate,
        mwr_annual: moneyWeightedRate(given, start ?? '0', end ?? '0'),
      };
      return Object.entries(wanted.expected)
        .filter(([figure, expected]) => !isNear(computed[figure] ?? null, expected, wanted.tolerance))
        .map(([figure, expected]) => `${name} ${figure}: ${String(computed[figure])} for ${String(expected)}`);
    });
    expect(wrong).toEqual([]);
  });
});

function moneyWeightedRate({ flows, period, flow_timing }: Case, start: string, end: string): string | null {
  const back = flow_timing === 'start_of_day' ? 86_400_000 : 0;
  const moved = flows.map((flow) => ({
    date: new Date(Date.parse(flow.date) - back).toISOString().slice(0, 10),
    amount: flow.amount,
  }));
  return xirr([{ date: period.from, amount: start }, ...moved, { date: period.to, amount: new Decimal(end).negated() }])
    .rate;
}
