// The stable face takes whatever it is given: nothing throws, what is wrong comes back as a problem.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as domain from './index.ts';

// Callers of the built file have no types to hold them back.
type Loose = (...args: unknown[]) => unknown;

/** Every function of the face, with a call that is in order. */
const calls: Readonly<Record<string, readonly unknown[]>> = {
  roundTrips: [
    [
      {
        exec_id: 'a',
        time: '2026-01-05T10:00:00Z',
        instrument: 'XYZ',
        action: 'BOT',
        quantity: 1,
        price: 10,
        account_id: 'A',
        commission: 1,
        multiplier: 1,
        order_id: 'o',
        currency: 'USD',
      },
    ],
    {
      method: 'fifo',
      as_of: '2026-02-01',
      events: [{ kind: 'split', id: 's', instrument: 'XYZ', time: '2026-01-06', new_shares: 2, old_shares: 1 }],
    },
  ],
  tradeMetrics: [[10, -5], { break_even: 1 }],
  sqn: [[1, 2, 3], { cap: 100 }],
  drawdown: [[10, -5], { start: 100 }],
  drawdownMonteCarlo: [[10, -5, 3], { simulations: 10, seed: 1, block: 1, start: 100, risk: 0.01 }],
  positionSize: [{ mode: 'equity', balance: 1000, risk_pct: 1, entry: 10, stop: 9, target: 12 }],
  parseOptionSymbol: ['AAPL 260320 C 200'],
  classifyOptionStrategy: [
    [{ right: 'call', quantity: 1, strike: 100, expiry: '2026-03-20', price: 2, multiplier: 100 }],
  ],
  optionPayoff: [[{ right: 'call', quantity: 1, strike: 100, expiry: '2026-03-20', price: 2, multiplier: 100 }]],
  payoffAt: [[{ right: 'call', quantity: 1, strike: 100, expiry: '2026-03-20', price: 2, multiplier: 100 }], 120],
  washSales: [
    [
      {
        id: 'loss',
        symbol: 'XYZ',
        quantity: 100,
        acquired: '2026-01-05',
        cost_basis: 1000,
        sold: '2026-02-05',
        proceeds: 800,
        account_id: 'A',
        account_kind: 'taxable',
        lot_group: 'g',
        used_as_replacement: false,
        multiplier: 1,
        side: 'long',
      },
      {
        id: 'call',
        symbol: 'XYZ 260320 C 10',
        quantity: 1,
        acquired: '2026-02-10',
        cost_basis: 50,
        option: { underlying: 'XYZ', right: 'call' },
      },
    ],
    { spouse: true },
  ],
  bookSale: [
    [{ id: 'a', symbol: 'XYZ', quantity: 1, acquired: '2026-01-05', cost_basis: 10 }],
    { symbol: 'XYZ', quantity: 1, date: '2026-01-09', price: 3, lot_ids: ['a'] },
    'specific_id',
  ],
  incomeTax: [{ year: 2025, status: 'single', taxableIncome: 50_000, preferentialIncome: 100, method: 'auto' }],
  federalReturn: [
    {
      year: 2025,
      status: 'single',
      wages: 50_000,
      shortTermGain: 100,
      longTermGain: 100,
      qualifiedDividends: 100,
      shortCarryforward: 1,
      longCarryforward: 1,
    },
  ],
  section1256: [{ year: 2025, status: 'single', gainLoss: 100 }],
  niit: [{ status: 'single', magi: 100, netInvestmentIncome: 100 }],
  quarterlyEstimate: [
    {
      year: 2025,
      status: 'single',
      method: 'annualized',
      priorYearTax: 9000,
      priorYearAgi: 60_000,
      incomeByPeriod: [1, 2, 3, 4].map((n) => ({ ordinary: 30_000 * n, shortTerm: 0, longTerm: 0 })),
      expectedTax: 9000,
      withholding: 100,
      payments: [{ quarter: 1, date: '2025-04-15', amount: 100 }],
      as_of: '2026-01-15',
    },
  ],
  validateIdentifier: ['isin', 'US0378331005'],
};

const other: Readonly<Record<string, readonly unknown[]>> = {
  'positionSize, futures': [
    { mode: 'futures', balance: 1e5, entry: 10, stop: 9, target: 12, contract: '/ES', tick_size: 1 },
  ],
  'positionSize, options': [
    {
      mode: 'options',
      balance: 1e5,
      target: 120,
      option_type: 'call',
      premium: 2,
      delta: 0.5,
      underlying_price: 100,
      multiplier: 100,
    },
  ],
  'positionSize, forex': [
    {
      mode: 'forex',
      balance: 1e5,
      entry: 1.1,
      stop: 1,
      target: 2,
      currency_pair: 'EUR/USD',
      lot_type: 'mini',
      leverage: 30,
    },
  ],
  'positionSize, crypto': [
    { mode: 'crypto', balance: 1e5, entry: 10, stop: 9, target: 12, leverage: 2, fee_rate: 0.1 },
  ],
};

function face(name: string): Loose {
  // The names above are exports of the package; a wrong one fails here.
  const exported = new Map<string, unknown>(Object.entries(domain)).get(name.split(',')[0] ?? '');
  return exported as Loose;
}

const JUNK = [
  null,
  NaN,
  Infinity,
  -1,
  0,
  1e300,
  '',
  'abc',
  '2026-02-30',
  [],
  {},
  [null],
  true,
  Symbol('x'),
  10n,
  Object.create(null) as unknown,
];

/** Every place inside a value, as a path. */
function* places(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    yield [...path, key];
    yield* places((value as Record<string, unknown>)[key], [...path, key]);
  }
}

function replaceArgument(args: readonly unknown[], path: readonly string[], junk: unknown): unknown[] {
  const copy = structuredClone(args) as unknown[];
  let at = copy as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[path.at(-1) ?? ''] = junk;
  return copy;
}

function problemsOf(result: unknown): readonly { code: string }[] {
  return (result as { problems: { code: string }[] }).problems;
}

describe('a call in order has no problems', () => {
  it.each(Object.entries({ ...calls, ...other }))('%s', (name, args) => {
    const result = face(name)(...args);
    if (!['parseOptionSymbol', 'payoffAt', 'validateIdentifier'].includes(name)) expect(problemsOf(result)).toEqual([]);
  });
});

describe('nothing throws, whatever one field holds', () => {
  it.each(Object.entries({ ...calls, ...other }))('%s', (name, args) => {
    for (const path of places(args))
      for (const junk of JUNK)
        expect(
          () => face(name)(...replaceArgument(args, path, junk)),
          `${path.join('.')} = ${typeof junk}`,
        ).not.toThrow();
  });
});

describe('nothing throws, for any argument', () => {
  const junk = fc.anything({ maxDepth: 2, withNullPrototype: true, withBigInt: true, withDate: true });
  it.each(Object.keys(calls))('%s', (name) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(junk, fc.array(junk)), { maxLength: 3 }), (args) => {
        expect(() => face(name)(...args)).not.toThrow();
      }),
      { numRuns: 150 },
    );
  });
});

describe('an unknown word is named, not taken for another', () => {
  const badWords: readonly (readonly [name: string, path: string, code: string])[] = [
    ['roundTrips', '1.method', 'unknown_method'],
    ['roundTrips', '1.as_of', 'invalid_date'],
    ['roundTrips', '0.0.action', 'invalid_action'],
    ['sqn', '1.cap', 'invalid_cap'],
    ['drawdownMonteCarlo', '1.seed', 'invalid_seed'],
    ['drawdownMonteCarlo', '1.block', 'invalid_block'],
    ['drawdownMonteCarlo', '1.risk', 'invalid_risk'],
    ['positionSize', '0.mode', 'unknown_mode'],
    ['positionSize, options', '0.option_type', 'unknown_option_type'],
    ['positionSize, options', '0.delta', 'invalid_number'],
    ['positionSize, forex', '0.lot_type', 'unknown_lot_type'],
    ['classifyOptionStrategy', '0.0.right', 'invalid_leg'],
    ['optionPayoff', '0.0.expiry', 'invalid_expiry'],
    ['washSales', '0.0.side', 'unknown_side'],
    ['washSales', '0.0.account_kind', 'unknown_account_kind'],
    ['washSales', '0.1.option', 'invalid_option'],
    ['washSales', '0.1.option.right', 'invalid_option'],
    ['bookSale', '2', 'unknown_method'],
    ['incomeTax', '0.method', 'unknown_method'],
    ['incomeTax', '0.status', 'unknown_filing_status'],
    ['incomeTax', '0.year', 'no_parameters_for_year'],
    ['section1256', '0.status', 'unknown_filing_status'],
    ['section1256', '0.year', 'invalid_year'],
    ['niit', '0.status', 'unknown_filing_status'],
    ['quarterlyEstimate', '0.method', 'missing_input'],
    ['quarterlyEstimate', '0.as_of', 'invalid_date'],
    ['quarterlyEstimate', '0.payments.0.quarter', 'unknown_quarter'],
  ];
  it.each(badWords)('%s: %s -> %s', (name, path, code) => {
    const args = { ...calls, ...other }[name] ?? [];
    const result = face(name)(...replaceArgument(args, path.split('.'), 'nonsense'));
    expect(problemsOf(result).map((problem) => problem.code)).toContain(code);
  });
});

describe('what is missing is named', () => {
  it('no legs', () => {
    expect(problemsOf(domain.optionPayoff([]))).toMatchObject([{ code: 'no_legs' }]);
    expect(problemsOf(domain.classifyOptionStrategy([]))).toMatchObject([{ code: 'no_legs' }]);
  });

  it('a return without wages', () => {
    const { wages: _, ...rest } = (calls['federalReturn']?.[0] ?? {}) as Record<string, unknown>;
    expect(problemsOf(face('federalReturn')(rest))).toMatchObject([{ code: 'missing_amount' }]);
  });
});
