// Rules of tax that few books need: each rule by its authority, worked by hand.
import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { estimateTax } from './estimate.ts';
import { form8949 } from './form-8949.ts';
import { formCsv } from './form-csv.ts';
import { scheduleD } from './schedule-d.ts';
import { applyShortSaleRules } from './short-sales.ts';
import { ytdTaxSummary } from './year-summary.ts';

const buyLot = (id: string, acquired: string, more: Partial<Lot> = {}): Lot => ({
  id,
  symbol: 'XYZ',
  quantity: 100,
  acquired,
  cost_basis: 1_000,
  account_id: 'main',
  ...more,
});
const shortLot = (id: string, sold: string, acquired: string, more: Partial<Lot> = {}): Lot =>
  buyLot(id, acquired, { side: 'short', sold, proceeds: 900, account_id: 'margin', ...more });

const termsOf = (lots: readonly Lot[], year: number) =>
  form8949({ year, lots: applyShortSaleRules(lots).lots }).rows.map(
    ({ lot_id, part, gain_loss, description }) => `${lot_id} ${part} ${gain_loss} ${description.split(' ')[0]}`,
  );

describe('short sales against shares held (IRC 1233)', () => {
  it('(d): a loss is long-term as far as the shares had been held for over a year, in any account', () => {
    const held = buyLot('old', '2023-01-10', { quantity: 60 });
    const short = shortLot('s', '2025-03-03', '2025-04-01');
    // 100 sold for 900, bought back for 1,000: 60 of them against shares held since 2023.
    expect(termsOf([held, short], 2025)).toEqual(['s I -40 40', 's II -60 60']);
    // Shares of less than a year change nothing, and neither do those in a retirement account.
    expect(termsOf([buyLot('new', '2024-09-10'), short], 2025)).toEqual(['s I -100 100']);
    expect(termsOf([{ ...held, account_kind: 'ira' }, short], 2025)).toEqual(['s I -100 100']);
    // A gain stays short-term.
    expect(termsOf([held, shortLot('g', '2025-03-03', '2025-04-01', { proceeds: 1_100 })], 2025)).toEqual([
      'g I 100 100',
    ]);
  });

  it('(b): shares of a year or less restart their holding period on the day the short sale is closed', () => {
    const short = shortLot('s', '2025-03-03', '2025-04-01', { quantity: 40, cost_basis: 400, proceeds: 420 });
    const sold = buyLot('n', '2024-06-03', { sold: '2025-08-01', proceeds: 1_500 });
    // Held fourteen months; but 40 of them count from 1 April.
    expect(termsOf([sold], 2025)).toEqual(['n II 500 100']);
    expect(termsOf([sold, short], 2025)).toEqual(['s I 20 40', 'n I 200 40', 'n II 300 60']);
    // From the day it was closed on, time counts again.
    expect(termsOf([{ ...sold, sold: '2026-04-02' }, short], 2026)).toEqual(['n II 200 40', 'n II 300 60']);
  });

  it('names a short sale against the box that is open (IRC 1259)', () => {
    const open = { ...shortLot('s', '2025-03-03', ''), cost_basis: 0 };
    const { problems, lots } = applyShortSaleRules([buyLot('h', '2024-06-03'), open]);
    expect(problems).toMatchObject([{ code: 'short_against_the_box', ids: ['s'] }]);
    expect(lots).toHaveLength(2);
    expect(applyShortSaleRules([open]).problems).toEqual([]);
  });

  it('a loss counts when the shares are delivered, a gain when they are bought (Rev. Rul. 2002-44)', () => {
    const loss = shortLot('l', '2025-12-01', '2025-12-31');
    const gain = shortLot('g', '2025-12-01', '2025-12-31', { proceeds: 1_100 });
    const { lots, problems } = applyShortSaleRules([loss, gain]);
    expect(problems).toMatchObject([{ code: 'short_loss_by_settlement', ids: ['l'] }]);
    expect(form8949({ year: 2025, lots }).rows.map(({ lot_id }) => lot_id)).toEqual(['g']);
    expect(form8949({ year: 2026, lots }).rows.map(({ lot_id }) => lot_id)).toEqual(['l']);
  });
});

describe('the day of settlement', () => {
  const loss = { ...shortLot('l', '2025-12-01', '2025-12-30'), closed_by: 'x' };
  const years = (settles: string | null) => {
    const { lots, problems } = applyShortSaleRules([loss], () => settles);
    const inYear = (year: number) => form8949({ year, lots }).rows.length;
    return [inYear(2025), inYear(2026), problems.map(({ code }) => code).join(' ')];
  };

  it('is the one that the statement says, and that of the market where it is silent or cannot be right', () => {
    expect(years(null)).toEqual([1, 0, '']);
    expect(years('2026-01-02')).toEqual([0, 1, 'short_loss_by_stated_settlement']);
    expect(years('2025-12-31')).toEqual([1, 0, '']);
    expect(years('2025-12-01')).toEqual([1, 0, '']);
  });
});

describe('the boxes of Form 8949', () => {
  const sale = (id: string, acquired: string, more: Partial<Lot> = {}) =>
    buyLot(id, acquired, { sold: '2026-05-04', proceeds: 1_200, ...more });
  const coin = { symbol: 'BTC', treatment: 'digital_asset' } as const;
  const lots = [
    sale('us', '2026-02-02'),
    sale('abroad', '2023-02-02', { account_id: 'abroad' }),
    sale('blind', '2026-02-02', { account_id: 'blind' }),
    sale('ancient', '2010-02-02'),
    sale('old coin', '2025-12-31', coin),
    sale('new coin', '2026-01-01', coin),
    sale('stated', '2023-02-02'),
  ];
  const rules = {
    reports_basis: { abroad: 'no_1099', blind: 'no' },
    boxes: { stated: 'B' },
  } as const;

  it('follow the lot, the account, and the day basis was reported from', () => {
    const rows = form8949({ year: 2026, lots, ...rules }).rows;
    expect(Object.fromEntries(rows.map(({ lot_id, box }) => [lot_id, box]))).toEqual({
      us: 'A',
      abroad: 'F',
      blind: 'B',
      ancient: 'E',
      'old coin': 'H',
      'new coin': 'G',
      // It was stated of a sale that is long-term: the long-term box of the same kind.
      stated: 'E',
    });
    // Before there was a form for coins.
    const before = sale('c', '2024-01-01', { ...coin, sold: '2024-06-01' });
    expect(form8949({ year: 2024, lots: [before] }).rows).toMatchObject([{ box: 'C' }]);
  });

  it('are the lines of Schedule D', () => {
    const { lines } = scheduleD({ year: 2026, lots, ...rules, status: 'single' });
    expect(lines).toMatchObject({ '1b': 400, '2': 400, '3': 0, '7': 800, '8b': 0, '9': 400, '10': 200, '15': 600 });
    const lost = lots.map((lot) => ({ ...lot, proceeds: 1 }));
    expect(scheduleD({ year: 2026, lots: lost, status: 'married_separate' }).lines['21']).toBe(-1_500);
  });

  it('say Expired where an option ended worthless', () => {
    const option = { symbol: 'XYZ 260417 C 50', option: { underlying: 'XYZ', right: 'call' }, expired: true } as const;
    const written = shortLot('w', '2026-03-02', '2026-04-17', { ...option, quantity: 1, cost_basis: 0, proceeds: 120 });
    const long = buyLot('b', '2026-03-02', { ...option, quantity: 1, sold: '2026-04-17', proceeds: 0, cost_basis: 80 });
    expect(
      formCsv(form8949({ year: 2026, lots: [written, long] }))
        .split('\r\n')
        .slice(1, 3),
    ).toEqual([
      'I,A,1 contract XYZ 260417 C 50 (short sale),04/17/2026,04/17/2026,120.00,Expired,,,120.00,margin',
      'I,A,1 contract XYZ 260417 C 50,03/02/2026,04/17/2026,Expired,80.00,,,-80.00,main',
    ]);
  });
});

describe('collectibles (IRC 1(h)(4)): up to 28 %', () => {
  const metal = buyLot('m', '2023-01-10', { symbol: 'GLD', sold: '2025-06-02', proceeds: 51_000 });
  const share = buyLot('s', '2023-01-10', { sold: '2025-06-02', proceeds: 51_000 });
  const input = { year: 2025, status: 'single', lots: [metal, share], collectibles: ['GLD'] } as const;

  it('by the Schedule D Tax Worksheet: 28 % above the 24 % bracket, their bracket below it', () => {
    const taxOf = (wages: number, collectibles: readonly string[] = ['GLD']) =>
      estimateTax({ ...input, collectibles, wages }).federal_estimate?.income_tax;
    // Taxable 300,000 + 100,000 − 15,750 = 384,250: 284,250 of wages, past where 24 % ends (197,300), at their brackets (57,231
    // up to 250,525, then 35 %), 50,000 of metal at 28 % and 50,000 of shares at 15 %.
    expect(taxOf(300_000)).toBe(57_231 + 0.35 * (284_250 - 250_525) + 14_000 + 7_500);
    expect(taxOf(300_000, [])).toBe(57_231 + 0.35 * (284_250 - 250_525) + 15_000);
    // Ordinary 34,250 + 50,000 of metal reach 84,250, below where 24 % ends: metal is taxed at 12 and 22 %.
    const ordinary = 5_578.5 + 0.22 * (84_250 - 48_475);
    expect(taxOf(50_000)).toBeCloseTo(ordinary + 7_500, -2);
    expect(estimateTax({ ...input, wages: 300_000 }).federal_estimate?.bracket_breakdown).toContainEqual({
      kind: 'preferential',
      rate: 0.28,
      amount: 50_000,
      tax: 14_000,
    });
  });

  it('with the worksheet of line 18: a carryover and a short-term loss take from it first', () => {
    const loss = buyLot('l', '2025-01-10', { symbol: 'ABC', sold: '2025-03-03', proceeds: 600 });
    const { lines, rows } = scheduleD({ ...input, lots: [...input.lots, loss], longCarryforward: 1_000 });
    // 50,000 − 1,000 carried over − 400 lost short-term.
    expect(lines).toMatchObject({ 'Worksheet 1': 50_000, 'Worksheet 5': -1_000, 'Worksheet 6': -400, '18': 48_600 });
    expect(rows.filter(({ line }) => line?.startsWith('Worksheet'))).toHaveLength(4);
    expect(form8949(input).rows.map(({ lot_id, code }) => [lot_id, code])).toEqual([
      ['m', 'C'],
      ['s', null],
    ]);
    expect(scheduleD({ ...input, lots: [loss] }).lines).not.toHaveProperty('18');
  });
});

it('a year by symbol holds what is marked to market, and adds up to the year', () => {
  const contract = { symbol: 'ESH5', treatment: 'section_1256', multiplier: 50, quantity: 1 } as const;
  const lots = [
    buyLot('f', '2025-01-10', { ...contract, sold: '2025-02-10', proceeds: 1_000.03 }),
    buyLot('g', '2025-01-10', { ...contract, symbol: 'NQH5', sold: '2025-02-10', proceeds: 1_000.03 }),
    buyLot('s', '2025-01-10', { sold: '2025-03-03', proceeds: 1_500 }),
  ];
  const { by_symbol, total_realized, realized_st_gain } = ytdTaxSummary({ year: 2025, status: 'single', lots });
  expect(by_symbol.map(({ symbol }) => symbol)).toEqual(['ESH5', 'NQH5', 'XYZ']);
  expect(total_realized).toBe(500.06);
  expect(realized_st_gain).toBe(500.02);
  expect(by_symbol.map((one) => one.realized_st_gain)).toEqual([0.01, 0.01, 500]);
});
