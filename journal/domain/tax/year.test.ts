// What a person asks during and after a year, on one small portfolio.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { estimateTax } from './estimate.ts';
import { federalReturn } from './federal-return.ts';
import { form6781 } from './form-6781.ts';
import { form8949 } from './form-8949.ts';
import { formCsv } from './form-csv.ts';
import { scheduleD } from './schedule-d.ts';
import { harvestLosses } from './harvest.ts';
import { incomeTax } from './income-tax.ts';
import { taxLotReport } from './lot-report.ts';
import { quarterlyEstimate } from './quarterly.ts';
import { section1256 } from './section-1256.ts';
import { simulateSale } from './simulate.ts';
import { niit } from './surtaxes.ts';
import { findWashSales } from '../wash/find.ts';
import { ytdTaxSummary } from './year-summary.ts';

const lots: Lot[] = [
  // Short-term gain of 2,000.
  {
    id: 'a',
    symbol: 'AAA',
    quantity: 100,
    acquired: '2025-02-03',
    cost_basis: 8_000,
    sold: '2025-08-04',
    proceeds: 10_000,
    account_id: 'main',
  },
  // Long-term gain of 5,000.
  {
    id: 'b',
    symbol: 'BBB',
    quantity: 50,
    acquired: '2023-01-10',
    cost_basis: 5_000,
    sold: '2025-03-10',
    proceeds: 10_000,
    account_id: 'main',
  },
  // Loss of 1,000, washed for 60 of 100 shares by the purchase below.
  {
    id: 'c',
    symbol: 'CCC',
    quantity: 100,
    acquired: '2025-01-06',
    cost_basis: 4_000,
    sold: '2025-05-05',
    proceeds: 3_000,
    account_id: 'main',
  },
  { id: 'd', symbol: 'CCC', quantity: 60, acquired: '2025-05-20', cost_basis: 1_900, account_id: 'other' },
  // A future: 60/40 whatever the days.
  {
    id: 'f',
    symbol: '/ES',
    quantity: 1,
    acquired: '2025-06-02',
    cost_basis: 300_000,
    sold: '2025-06-03',
    proceeds: 301_000,
    multiplier: 50,
    treatment: 'section_1256',
  },
  // Last year's, and an IRA's: not of this year, not of this return.
  { id: 'x', symbol: 'AAA', quantity: 1, acquired: '2024-01-02', cost_basis: 10, sold: '2024-06-03', proceeds: 500 },
  {
    id: 'i',
    symbol: 'III',
    quantity: 1,
    acquired: '2025-01-02',
    cost_basis: 10,
    sold: '2025-06-03',
    proceeds: 500,
    account_kind: 'ira',
  },
];
const profile = { year: 2025, status: 'single', wages: 90_000, lots } as const;

describe('the year so far', () => {
  const summary = ytdTaxSummary({ ...profile, state: { flat: 0.05 } });

  it('adds up by term, with wash sales added back and futures split', () => {
    // Short: 2,000 − 400 allowed of c + 400 of the future; long: 5,000 + 600 of the future.
    expect(summary).toMatchObject({
      realized_st_gain: 2_000,
      realized_lt_gain: 5_600,
      total_realized: 7_600,
      wash_sale_adjustments: 600,
      permanently_lost: 0,
      section_1256_gain: 1_000,
      trades_count: 3,
      problems: [],
    });
    expect(summary.by_symbol.find(({ symbol }) => symbol === 'CCC')).toMatchObject({
      realized_st_gain: -400,
      wash_sale_adjustments: 600,
    });
  });

  it('leads to the tax of the return with these gains', () => {
    const tax = federalReturn({
      year: 2025,
      status: 'single',
      wages: 90_000,
      shortTermGain: 2_000,
      longTermGain: 5_600,
      qualifiedDividends: 0,
    }).total_tax;
    expect(summary).toMatchObject({ estimated_federal_tax: tax, estimated_state_tax: 4_880 });
    expect(summary.quarterly_payments.map(({ due_date }) => due_date)).toEqual([
      '2025-04-15',
      '2025-06-16',
      '2025-09-15',
      '2026-01-15',
    ]);
    expect(summary.quarterly_payments[3]?.cumulative_due).toBe(Math.round((tax ?? 0) * 90) / 100);
  });

  it('for one account leaves the others’ sales out, not their purchases', () => {
    expect(ytdTaxSummary({ ...profile, account_id: 'main' })).toMatchObject({
      realized_st_gain: 1_600,
      wash_sale_adjustments: 600,
    });
  });

  it('says what an IRA purchase has cost for good', () => {
    const washed = lots.map((lot) => (lot.id === 'd' ? { ...lot, account_kind: 'roth_ira' as const } : lot));
    expect(ytdTaxSummary({ ...profile, lots: washed })).toMatchObject({
      wash_sale_adjustments: 600,
      permanently_lost: 600,
    });
  });

  it('gives the real result and the reported one: a loss held back, then one that came back in the same year', () => {
    const base = { symbol: 'WWW', quantity: 10, account_id: 'main' };
    const loss = { ...base, id: 'l', acquired: '2025-02-03', cost_basis: 1_000, sold: '2025-03-03', proceeds: 900 };
    const held = { ...base, id: 'h', acquired: '2025-03-10', cost_basis: 950 };
    expect(ytdTaxSummary({ ...profile, lots: [loss, held] })).toMatchObject({ real_pnl: -100, total_realized: 0 });
    const sold = { ...held, sold: '2025-09-10', proceeds: 1_000 };
    // -100 and +50 really; reported as 0 and 50 less the 100 held back.
    expect(ytdTaxSummary({ ...profile, lots: [loss, sold] })).toMatchObject({ real_pnl: -50, total_realized: -50 });
  });

  it('a contract still open is marked to market, or its missing price is named', () => {
    const open: Lot = {
      id: 'g',
      symbol: '/NQ',
      quantity: 2,
      acquired: '2025-11-03',
      cost_basis: 1_000_000,
      multiplier: 20,
      treatment: 'section_1256',
    };
    expect(ytdTaxSummary({ ...profile, lots: [open] }).problems).toMatchObject([
      { code: 'missing_year_end_price', ids: ['g'] },
    ]);
    const prices = { '2025': { '/NQ': 25_500 }, '2026': { '/NQ': 25_000 } };
    expect(ytdTaxSummary({ ...profile, lots: [open], year_end_prices: prices }).section_1256_gain).toBe(20_000);
    // The next year starts from that mark.
    expect(ytdTaxSummary({ ...profile, year: 2026, lots: [open], year_end_prices: prices }).section_1256_gain).toBe(
      -20_000,
    );
  });
});

describe('the estimate', () => {
  it('shows the brackets it went through', () => {
    const estimate = estimateTax({
      ...profile,
      state: {
        brackets: [
          { up_to: 50_000, rate: 0.01 },
          { up_to: null, rate: 0.1 },
        ],
        deduction: 7_600,
      },
    });
    expect(estimate.realized_gains).toEqual({ st: 2_000, lt: 5_600, net: 7_600 });
    // 76,250 ordinary; 5,600 of gains above the 0 % band.
    expect(estimate.federal_estimate?.bracket_breakdown).toEqual([
      { kind: 'ordinary', rate: 0.1, amount: 11_925, tax: 1_192.5 },
      { kind: 'ordinary', rate: 0.12, amount: 36_550, tax: 4_386 },
      { kind: 'ordinary', rate: 0.22, amount: 27_775, tax: 6_110.5 },
      { kind: 'preferential', rate: 0.15, amount: 5_600, tax: 840 },
    ]);
    expect(estimate.state_estimate).toBe(500 + 4_000);
    expect(estimate.total_estimated_tax).toBe((estimate.federal_estimate?.tax ?? NaN) + 4_500);
    expect(estimate.effective_rate).toBeCloseTo((estimate.total_estimated_tax ?? NaN) / 97_600, 5);
  });

  it('can count what is still open', () => {
    const estimate = estimateTax({ ...profile, include_unrealized: true, prices: { CCC: 50 }, as_of: '2025-12-01' });
    // 60 shares at 50, basis 1,900 + 600.
    expect(estimate.unrealized_gains).toEqual({ st: 500, lt: 0, net: 500 });
    expect(estimateTax({ ...profile, include_unrealized: true, as_of: '2025-12-01' }).problems).toMatchObject([
      { code: 'missing_price' },
    ]);
  });

  it('counts an open short sale by what covering it would cost, and a future 60/40', () => {
    const open: Lot[] = [
      {
        id: 's',
        symbol: 'SSS',
        quantity: 10,
        side: 'short',
        acquired: '',
        cost_basis: 0,
        sold: '2025-05-01',
        proceeds: 1_000,
      },
      {
        id: 'f',
        symbol: '/MES',
        quantity: 1,
        acquired: '2025-05-01',
        cost_basis: 25_000,
        multiplier: 5,
        treatment: 'section_1256',
      },
    ];
    const asked = { ...profile, lots: open, include_unrealized: true, as_of: '2025-06-02' };
    const { unrealized_gains } = estimateTax({ ...asked, prices: { SSS: 70, '/MES': 5_100 } });
    // 1,000 - 700 short-term; 500 of the future, 200 short and 300 long.
    expect(unrealized_gains).toEqual({ st: 500, lt: 300, net: 800 });
  });

  it('is null, not zero, for a year without figures', () => {
    expect(estimateTax({ ...profile, year: 2031 })).toMatchObject({
      total_estimated_tax: null,
      problems: [{ code: 'no_parameters_for_year' }],
    });
  });
});

describe('the list of lots', () => {
  it('has days, terms and values', () => {
    const report = taxLotReport({ lots, as_of: '2025-12-01', prices: { CCC: 50 }, status: 'open' });
    expect(report).toMatchObject({
      lots: [
        {
          lot_id: 'd',
          ticker: 'CCC',
          cost_basis: 2_500,
          wash_sale_adjustment: 600,
          side: 'long',
          date_acquired: '2025-05-20',
          // c was held 119 days, so d counts from January 21.
          holding_start: '2025-01-21',
          is_long_term: false,
          long_term_from: '2026-01-22',
          current_value: 3_000,
          unrealized_gain_loss: 500,
        },
      ],
      summary: { total_lots: 1, total_basis: 2_500, total_unrealized: 500 },
      problems: [],
    });
  });

  it('sorts and filters', () => {
    const ids = (more: object): string[] =>
      taxLotReport({ lots, as_of: '2025-12-01', status: 'closed', ...more }).lots.map(({ lot_id }) => lot_id);
    expect(ids({ ticker: 'CCC', sort_by: 'gain_loss' })).toEqual(['c', 'c']);
    expect(ids({ sort_by: 'cost_basis' })[0]).toBe('f');
    expect(ids({ sort_by: 'acquired_date' })[0]).toBe('b');
    expect(taxLotReport({ lots, as_of: '2025-12-01' }).summary.total_unrealized).toBeNull();
  });
});

/** What the contracts bought in 2021 were worth at each end of a year since. */
const YEAR_ENDS = { 2024: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`S${index}`, 7.77])) };

describe('for the return', () => {
  it('Form 8949 has a row per sale, with code W', () => {
    const form = form8949({ year: 2025, lots });
    expect(form).toMatchObject({ lines: { 'I-2': 1_600, 'II-2': 5_000 }, problems: [] });
    expect(formCsv(form).split('\r\n').slice(0, 5)).toEqual([
      'Part,Box,(a) Description of property,(b) Date acquired,(c) Date sold,(d) Proceeds,(e) Cost or other basis,(f) Code,(g) Adjustment,(h) Gain or (loss),Account',
      'I,A,60 sh. CCC,01/06/2025,05/05/2025,1800.00,2400.00,W,600.00,0.00,main',
      'I,A,40 sh. CCC,01/06/2025,05/05/2025,1200.00,1600.00,,,-400.00,main',
      'I,A,100 sh. AAA,02/03/2025,08/04/2025,10000.00,8000.00,,,2000.00,main',
      'II,D,50 sh. BBB,01/10/2023,03/10/2025,10000.00,5000.00,,,5000.00,main',
    ]);
  });

  it('Schedule D has its totals', () => {
    const schedule = scheduleD({ year: 2025, lots, shortCarryforward: 500, reports_basis: { main: 'no' } });
    expect(formCsv(schedule).split('\r\n')).toEqual([
      'Line,Description,(d) Proceeds,(e) Cost or other basis,(g) Adjustments,(h) Gain or (loss)',
      '1a,"Short-term sales taken directly, without Form 8949",,,,0.00',
      '1b,Form 8949 with box A or G,0.00,0.00,0.00,0.00',
      '2,Form 8949 with box B or H,13000.00,12000.00,600.00,1600.00',
      '3,Form 8949 with box C or I,0.00,0.00,0.00,0.00',
      '4,"Short-term part of section 1256 contracts, Form 6781 (40 %)",,,,400.00',
      '5,"Short-term, from schedules K-1 (left to the person)",,,,0.00',
      '6,Short-term capital loss carryover,,,,-500.00',
      '7,Net short-term capital gain or (loss),,,,1500.00',
      '8a,"Long-term sales taken directly, without Form 8949",,,,0.00',
      '8b,Form 8949 with box D or J,0.00,0.00,0.00,0.00',
      '9,Form 8949 with box E or K,10000.00,5000.00,0.00,5000.00',
      '10,Form 8949 with box F or L,0.00,0.00,0.00,0.00',
      '11,"Long-term part of section 1256 contracts, Form 6781 (60 %)",,,,600.00',
      '12,"Long-term, from schedules K-1 (left to the person)",,,,0.00',
      '13,Capital gain distributions (left to the person),,,,0.00',
      '14,Long-term capital loss carryover,,,,0.00',
      '15,Net long-term capital gain or (loss),,,,5600.00',
      '16,Net capital gain or (loss),,,,7100.00',
      '18,28 % rate gain,,,,0.00',
      '19,Unrecaptured section 1250 gain (left to the person),,,,0.00',
      '',
    ]);
  });

  it('the three add up to the cent, whatever the amounts', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 }).map((count) => count / 100);
    const sale = fc.record({
      cost_basis: amount,
      proceeds: amount,
      year: fc.constantFrom(2021, 2025),
      future: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 12 }), amount, amount, (sales, shortCarryforward, longCarryforward) => {
        const sold = sales.map(({ cost_basis, proceeds, year, future }, index): Lot => ({
          id: `s${index}`,
          symbol: `S${index}`,
          quantity: 1,
          acquired: `${year}-02-03`,
          sold: '2025-03-04',
          cost_basis,
          proceeds,
          ...(future && { treatment: 'section_1256' }),
        }));
        const asked = { year: 2025, lots: sold, shortCarryforward, longCarryforward, year_end_prices: YEAR_ENDS };
        const line = (lines: Readonly<Record<string, number>>, ...names: string[]): number =>
          names.reduce((sum, name) => sum + Math.round((lines[name] ?? NaN) * 100), 0);
        const [d, futures, sheet] = [scheduleD(asked).lines, form6781(asked), form8949(asked)];
        expect(line(d, '1b', '4', '6')).toBe(line(d, '7'));
        expect(line(d, '8b', '11', '14')).toBe(line(d, '15'));
        expect(line(d, '7', '15')).toBe(line(d, '16'));
        expect([line(d, '4'), line(d, '11')]).toEqual([line(futures.lines, '8'), line(futures.lines, '9')]);
        expect(line(futures.lines, '8', '9')).toBe(line(futures.lines, '7'));
        for (const [part, total] of [
          ['I', line(d, '1b')],
          ['II', line(d, '8b')],
        ] as const) {
          const rows = sheet.rows.filter((row) => row.part === part);
          expect(rows.reduce((sum, { gain_loss }) => sum + Math.round(gain_loss * 100), 0)).toBe(total);
        }
      }),
    );
  });

  it('Form 6781 lists contracts from price to price, and takes 60 % as the rest of 40 %', () => {
    const contract = (id: string, more: Partial<Lot>): Lot => ({
      id,
      symbol: '/MES',
      quantity: 1,
      acquired: '2025-02-03',
      cost_basis: 100,
      multiplier: 5,
      treatment: 'section_1256',
      ...more,
    });
    const form = form6781({
      year: 2025,
      year_end_prices: { 2025: { '/MES': 22 } },
      lots: [
        contract('long', { sold: '2025-02-04', proceeds: 100.03 }),
        contract('short', { side: 'short', sold: '2025-02-05', acquired: '2025-02-06', proceeds: 90, cost_basis: 95 }),
        contract('open', { acquired: '2025-12-01' }),
      ],
    });
    expect(form.rows).toMatchObject([
      { part: 'I', acquired: '2025-02-03', sold: '2025-02-04', proceeds: 100.03, cost_basis: 100, gain_loss: 0.03 },
      { description: '1 /MES (short)', acquired: '2025-02-06', sold: '2025-02-05', gain_loss: -5 },
      { sold: null, proceeds: 110, gain_loss: 10 },
    ]);
    // 40 % of 5.03 is 2.012: 2.01, and 3.02 is the rest.
    expect(form.lines).toMatchObject({ '2b': -5, '2c': 10.03, '7': 5.03, '8': 2.01, '9': 3.02 });
    expect(form.convention).toContain('straddles');
  });

  it('a symbol that a spreadsheet would run is made text', () => {
    const evil: Lot = {
      id: 'e',
      symbol: '"=cmd",X',
      quantity: 1,
      acquired: '2025-01-02',
      cost_basis: 1,
      sold: '2025-01-03',
      proceeds: 2,
      account_id: '=1+1',
    };
    expect(formCsv(form8949({ year: 2025, lots: [evil] }))).toContain(
      `I,A,"1 sh. ""=cmd"",X",01/02/2025,01/03/2025,2.00,1.00,,,1.00,'=1+1`,
    );
  });
});

describe('nothing at all', () => {
  it('is answered with what is missing', () => {
    for (const ask of [
      incomeTax,
      federalReturn,
      niit,
      section1256,
      quarterlyEstimate,
      ytdTaxSummary,
      estimateTax,
      simulateSale,
      harvestLosses,
      taxLotReport,
      form8949,
      scheduleD,
      findWashSales,
    ])
      for (const nothing of [undefined, null, 5, 'x', {}]) {
        const answer = (ask as (input: unknown) => { problems: unknown[] })(nothing);
        expect(answer.problems.length).toBeGreaterThan(0);
      }
  });
});

describe('whatever comes in', () => {
  it('every answer carries the disclaimer and nothing throws', () => {
    const anyLots = fc.array(
      fc.dictionary(
        fc.constantFrom(
          'id',
          'symbol',
          'quantity',
          'acquired',
          'cost_basis',
          'sold',
          'proceeds',
          'side',
          'treatment',
          'option',
        ),
        fc.anything(),
      ),
    );
    fc.assert(
      fc.property(anyLots, fc.anything(), (rows, junk) => {
        const lots = rows as unknown as Lot[];
        const input = {
          year: 2025,
          status: 'single',
          lots,
          as_of: junk,
          date: junk,
          quantity: junk,
          price: junk,
          prices: junk,
          wages: junk,
          ticker: 'X',
          action: 'sell',
        };
        const answers = [
          ytdTaxSummary,
          estimateTax,
          simulateSale,
          harvestLosses,
          taxLotReport,
          form8949,
          scheduleD,
        ].map((ask) =>
          // Each takes what it knows of the one input.
          (ask as (input: unknown) => { disclaimer: string; problems: unknown[] })(input),
        );
        for (const answer of answers) expect(answer.disclaimer).toMatch(/not tax advice/i);
      }),
    );
  });
});
