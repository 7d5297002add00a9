// A year as its return asks about it: contracts at its end, income in kind, other currencies and other zones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fill, openTestService, withAccount, withTrades, type TestService } from './test-service.ts';
import { outsideHttp, type OutsideHttp } from './outside.ts';

let service: TestService;
let outside: OutsideHttp;

const endOf2024 = Date.UTC(2024, 11, 31, 5) / 1000;
/** The chart of the /ES contract of March 2025: 5,900 on the 30th, 5,950 on the last day, 6,000 after it. */
const chart = {
  chart: {
    result: [
      {
        timestamp: [endOf2024 - 86_400, endOf2024, endOf2024 + 2 * 86_400],
        indicators: {
          quote: [
            {
              open: [5900, 5950, 6000],
              high: [5900, 5950, 6000],
              low: [5900, 5950, 6000],
              close: [5900, 5950, 6000],
              volume: [1, 1, 1],
            },
          ],
        },
      },
    ],
  },
};

beforeAll(async () => {
  outside = await outsideHttp({ 'GET query1.finance.yahoo.com /v8/finance/chart/ESH25.CME': { body: chart } });
  service = await openTestService({ fetch: outside.fetch });
  await withAccount(service.client, 'U1');
});
afterAll(async () => {
  await service.close();
  await outside.close();
});

const trades = (fills: readonly Fill[], more: { currency?: string; account_id?: string } = {}) =>
  withTrades(service.client, fills, more);

interface Form {
  readonly rows: readonly { readonly description: string; readonly gain_loss: number }[];
  readonly lines: Readonly<Record<string, number>>;
  readonly needs: readonly { readonly field: string; readonly question: string }[];
  readonly convention: string;
}

async function form(name: '8949' | '6781' | 'schedule-d', year: number): Promise<Form> {
  const { bytes } = await service.client.tax.form({ params: { form: name }, query: { year, format: 'json' } });
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Form; // the service wrote it as such a document
}

const codes = (answer: { problems: readonly { code: string }[] }) => answer.problems.map(({ code }) => code);

describe('contracts that are open at the end of the year', () => {
  beforeAll(() =>
    trades([
      ['y1', 'BOT', '2024-12-02T15:00:00Z', 1, 5900, '/ESH5'],
      ['y2', 'SLD', '2024-12-02T15:00:00Z', 1, 50, 'SPXW 250321 P 5000'],
      ['y3', 'SLD', '2024-06-03T15:00:00Z', 1, 10, 'SPXW 240621 P 5000'],
    ]),
  );

  it('are asked about while there is no price, and are in no figure', async () => {
    const { needs, rows } = await form('6781', 2024);
    expect(rows).toEqual([]);
    expect(needs).toEqual([
      { field: 'year_end_prices', question: expect.stringContaining('/ESH5 on the last trading day of 2024') },
      { field: 'year_end_prices', question: expect.stringContaining('SPXW 250321 P 5000') },
    ]);
    const summary = await service.client.tax.ytdSummary({ query: { tax_year: 2024 } });
    expect(summary.needs).toEqual(needs);
    expect((await service.client.tax.estimate({ body: { tax_year: 2024 } })).needs).toEqual(needs);
    // What has expired needs no price but its end.
    expect(codes(summary)).toContain('expired_contract_open');
  });

  it('take the price of a provider: the last one of the year, by the name the provider has for the contract', async () => {
    await service.person.market.configureProvider({ params: { name: 'yahoo' }, body: { is_enabled: true } });
    const { needs, rows } = await form('6781', 2024);
    // 50 points of 50.
    expect(rows).toMatchObject([{ description: '1 /ESH5 (open, at its year-end price)', gain_loss: 2500 }]);
    expect(needs).toMatchObject([{ question: expect.stringContaining('SPXW 250321 P 5000') }]);
  });

  it('or the person’s, which comes before the provider’s', async () => {
    await service.client.taxProfiles.create({
      body: { tax_year: 2024, year_end_prices: { '/ESH5': 5940, 'SPXW 250321 P 5000': 30 } },
    });
    const { needs, rows, lines } = await form('6781', 2024);
    expect(needs).toEqual([]);
    expect(rows.map(({ gain_loss }) => gain_loss)).toEqual([2000, 2000]);
    expect(lines).toMatchObject({ 7: 4000, 8: 1600, 9: 2400 });
    expect(await service.client.tax.ytdSummary({ query: { tax_year: 2024 } })).toMatchObject({
      section_1256_gain: 4000,
      needs: [],
    });
  });

  it('of a year that is not over are not asked about', async () => {
    const year = new Date().getUTCFullYear();
    await trades([['y4', 'BOT', `${year}-01-05T15:00:00Z`, 1, 6000, '/NQZ9']]);
    const summary = await service.client.tax.ytdSummary({ query: { tax_year: year } });
    expect(summary.needs.filter(({ question }) => question.includes('/NQZ9'))).toEqual([]);
    expect(codes(summary)).toContain('not_marked_yet');
  });

  it('every answer with such contracts says that straddles are not computed', async () => {
    const sentence = 'Form 6781 Part II (straddles, section 1092) and Part III are not computed';
    expect((await form('6781', 2024)).convention).toContain(sentence);
    expect((await form('schedule-d', 2024)).convention).toContain(sentence);
    expect((await service.client.tax.ytdSummary({ query: { tax_year: 2024 } })).convention).toContain(sentence);
    expect((await service.client.tax.estimate({ body: { tax_year: 2024 } })).convention).toContain(sentence);
  });
});

describe('rewards', () => {
  const reward = (quantity: number, value: number, time: string, account_id = 'U1') =>
    service.client.positionEvents.create({
      body: { kind: 'reward', instrument: 'ETH-USD', time, account_id, quantity, value },
    });

  it('are income of the year at what they were worth, and cost that when they are sold', async () => {
    await service.client.taxProfiles.create({ body: { tax_year: 2023, agi_estimate: 50_000 } });
    const before = await service.client.tax.estimate({ body: { tax_year: 2023 } });
    await reward(0.5, 800, '2023-05-01');
    await reward(0.1, 200, '2023-11-06');
    await service.client.accounts.create({ body: { account_id: 'IRA', name: 'Retirement', account_type: 'IRA' } });
    await reward(1, 1600, '2023-05-01', 'IRA');
    const after = await service.client.tax.estimate({ body: { tax_year: 2023 } });
    expect(after.investment_income).toMatchObject({ rewards: 1000 });
    // 36,150 of taxable income, and 37,150: both in the bracket of 12 %.
    expect((after.federal_estimate?.tax ?? 0) - (before.federal_estimate?.tax ?? 0)).toBe(120);
    const summary = await service.client.tax.ytdSummary({ query: { tax_year: 2023 } });
    expect(summary).toMatchObject({
      investment_income: { rewards: 1000 },
      estimated_federal_tax: after.federal_estimate?.tax,
      total_realized: 0,
    });
    await trades([['r1', 'SLD', '2023-12-04T15:00:00Z', 0.6, 2000, 'ETH-USD']]);
    expect((await form('8949', 2023)).rows).toMatchObject([
      { description: '0.5 ETH', cost_basis: 800, proceeds: 1000, gain_loss: 200 },
      { description: '0.1 ETH', cost_basis: 200, proceeds: 200, gain_loss: 0 },
    ]);
  });

  it('count in the quarter they came in', async () => {
    const query = { quarter: 'Q2', tax_year: 2023, estimation_method: 'annualized' } as const;
    const { installments } = await service.client.tax.quarterly({ query });
    const [first, second] = installments.map(({ required }) => required ?? 0);
    // To 31 March nothing came: 22.5 % of 4,121. To 31 May 800 did, and with the year's tax of 4,265 the second reaches the
    // half of 90 % that the regular method asks for by then, and no more: 1,919.25 less the first.
    expect((second ?? 0) - (first ?? 0)).toBeCloseTo(64.8, 1);
  });
});

describe('other currencies', () => {
  const rate = (date: string, value: number) => ({ date, base: 'EUR', quote: 'USD', rate: value });
  beforeAll(async () => {
    await withAccount(service.client, 'EU');
    await service.client.fx.put({
      body: {
        rates: [
          rate('2022-01-10', 1.1),
          rate('2022-03-18', 1.2),
          rate('2022-04-11', 1.25),
          rate('2022-05-16', 1.05),
          rate('2022-05-17', 1.06),
        ],
      },
    });
  });

  it('an exercised option and its shares: the premium at its day’s rate, the strike at that of the exercise', async () => {
    const call = 'SAP 220318 C 100';
    await trades([['e1', 'BOT', '2022-01-10T10:00:00Z', 1, 5, call]], { currency: 'EUR', account_id: 'EU' });
    await service.client.positionEvents.create({
      body: { kind: 'exercise', instrument: call, time: '2022-03-18T15:00:00Z', account_id: 'EU', quantity: 1 },
    });
    await trades([['e2', 'SLD', '2022-04-11T10:00:00Z', 100, 120, 'SAP']], { currency: 'EUR', account_id: 'EU' });
    // 500 EUR at 1.10 and 10,000 EUR at 1.20 make 12,550; 12,000 EUR at 1.25 are 15,000.
    expect((await form('8949', 2022)).rows).toMatchObject([
      { description: '100 sh. SAP', cost_basis: 12_550, proceeds: 15_000, gain_loss: 2450 },
    ]);
  });

  it('an assigned put brings its shares at the rate of the assignment, and a cash settlement pays at its day’s', async () => {
    const put = 'BAS 220318 P 50';
    await trades(
      [
        ['a1', 'SLD', '2022-01-10T10:00:00Z', 1, 2, put],
        ['a3', 'BOT', '2022-01-10T10:00:00Z', 1, 4, 'SPX 220318 C 4000'],
      ],
      { currency: 'EUR', account_id: 'EU' },
    );
    const end = { time: '2022-03-18T15:00:00Z', account_id: 'EU', quantity: 1 } as const;
    await service.client.positionEvents.create({ body: { ...end, kind: 'assignment', instrument: put } });
    await service.client.positionEvents.create({
      body: { ...end, kind: 'exercise', instrument: 'SPX 220318 C 4000', settlement_price: 4010 },
    });
    const { lots } = await service.client.tax.lots({ query: { ticker: 'BAS', with_prices: false } });
    // 5,000 EUR at 1.20 less 200 EUR at 1.10.
    expect(lots).toMatchObject([{ cost_basis: 5780, quantity: 100 }]);
    // 1,000 EUR at 1.20 less 400 EUR at 1.10.
    expect((await form('6781', 2022)).rows).toMatchObject([{ gain_loss: 760 }]);
  });

  it('an event on a day without a rate is named with its day', async () => {
    await service.client.positionEvents.create({
      body: { kind: 'return_of_capital', instrument: 'BAS', time: '2022-08-01', amount_per_share: 1 },
    });
    const summary = await service.client.tax.ytdSummary({ query: { tax_year: 2022 } });
    expect(summary.problems).toContainEqual(
      expect.objectContaining({ code: 'no_rate', message: expect.stringContaining('2022-08-01') }),
    );
  });

  it('dividends are income at the rate of their day; without one they are named', async () => {
    const statement = [
      'Statement,Header,Field Name,Field Value',
      'Account Information,Header,Field Name,Field Value',
      'Account Information,Data,Account,U77',
      'Account Information,Data,Base Currency,EUR',
      'Dividends,Header,Currency,Date,Description,Amount',
      'Dividends,Data,EUR,2022-05-16,SAP(DE0007164600) Cash Dividend EUR 1.00 per Share,100',
      'Dividends,Data,EUR,2022-09-15,SAP(DE0007164600) Cash Dividend EUR 1.00 per Share,50',
      '',
    ].join('\n');
    await service.client.accounts.create({
      body: { account_id: 'EUR', name: 'Euro', account_type: 'broker', currency: 'EUR' },
    });
    const body = { account_id: 'EUR', file: { name: 'ibkr.csv', bytes: Buffer.from(statement) } };
    const first = await service.client.imports.brokerCsv({ body });
    if (first.needs_review)
      await service.client.imports.brokerCsv({
        body: { ...body, accept: true, review_id: first.review?.review_id ?? '' },
      });
    const { investment_income, problems } = await service.client.tax.ytdSummary({ query: { tax_year: 2022 } });
    expect(investment_income).toMatchObject({ qualified_dividends: 0, other_dividends: 105 });
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'no_rate', message: expect.stringContaining('2022-09-15') }),
    );
  });

  it('by settlement where the person says so', async () => {
    const other = async () =>
      (await service.client.tax.ytdSummary({ query: { tax_year: 2022 } })).investment_income.other_dividends;
    await trades([['s1', 'BOT', '2022-05-13T10:00:00Z', 10, 100, 'VOW']], { currency: 'EUR', account_id: 'EU' });
    const basis = async () =>
      (await service.client.tax.lots({ query: { ticker: 'VOW', with_prices: false } })).lots[0]?.cost_basis;
    // A Friday without a rate of its own within seven days: only its settlement on Tuesday has one.
    expect(await basis()).toBeUndefined();
    await service.client.settings.set({ params: { key: 'tax.fx_day' }, body: { value: 'settlement' } });
    expect(await basis()).toBe(1060);
    // What is paid has no other day than that.
    expect(await other()).toBe(105);
    await service.client.settings.remove({ params: { key: 'tax.fx_day' } });
  });
});

describe('the day it is', () => {
  it('is that of the exchange where it is known, else the person’s', async () => {
    await trades([
      ['z1', 'BOT', '2020-03-02T15:00:00Z', 1, 9000, 'BTC-USD'],
      ['z2', 'SLD', '2021-01-01T03:00:00Z', 1, 29_000, 'BTC-USD'],
      ['z3', 'BOT', '2020-03-02T15:00:00Z', 1, 100, 'LATE'],
      ['z4', 'SLD', '2021-01-01T00:30:00Z', 1, 110, 'LATE'],
    ]);
    const listSales = async (year: number) => (await form('8949', year)).rows.map(({ description }) => description);
    // In New York both are of the last evening of 2020.
    expect([await listSales(2020), await listSales(2021)]).toEqual([['1 BTC', '1 sh. LATE'], []]);
    await service.client.settings.set({ params: { key: 'display.time_zone' }, body: { value: 'Europe/Berlin' } });
    expect([await listSales(2020), await listSales(2021)]).toEqual([['1 sh. LATE'], ['1 BTC']]);
    await service.client.settings.remove({ params: { key: 'display.time_zone' } });
  });

  it('is stated in every answer, with what else its figures are of', async () => {
    const { tax, washSales } = service.client;
    const year = { query: { tax_year: 2021 } };
    const answers = async () => ({
      summary: await tax.ytdSummary(year),
      estimate: await tax.estimate({ body: { tax_year: 2021 } }),
      quarter: await tax.quarterly({ query: { quarter: 'Q1', tax_year: 2021 } }),
      methods: await tax.compareQuarterly(year),
      alpha: await tax.alpha(year),
      audit: await tax.audit(year),
      deferred: await washSales.deferred(year),
      form: await form('8949', 2021),
    });
    const basis = { unit: 'leg', currency: 'USD', period: '2021', time_zone: 'America/New_York' };
    for (const answer of Object.values(await answers())) {
      expect(answer).toMatchObject(basis);
      expect(answer.convention).not.toBe('');
    }
    expect(await tax.lots({ query: { with_prices: false } })).toMatchObject({ ...basis, period: 'all' });
    const range = { date_range_start: '2021-01-01', date_range_end: '2021-03-31' };
    expect(await washSales.find({ body: range })).toMatchObject({ ...basis, period: '2021-01-01..2021-03-31' });
    await service.client.settings.set({ params: { key: 'display.time_zone' }, body: { value: 'Europe/Berlin' } });
    // Coins are dated by the person's clock, shares by that of their exchange: both are named.
    const { lots: _, time_zone, convention } = await tax.lots({ query: { with_prices: false } });
    expect([time_zone, convention]).toEqual(['Europe/Berlin', expect.stringContaining('America/New_York')]);
    await service.client.settings.remove({ params: { key: 'display.time_zone' } });
  });

  it('decides which year is meant, and when a payment was made', async () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
    const days = [];
    for (const value of zones) {
      await service.client.settings.set({ params: { key: 'display.time_zone' }, body: { value } });
      const { paid_on } = await service.client.tax.recordPayment({
        body: { quarter: 'Q1', tax_year: 2023, payment_amount: 1, confirm: true },
      });
      days.push(paid_on);
    }
    await service.client.settings.remove({ params: { key: 'display.time_zone' } });
    // 25 hours apart: never the same day.
    expect(days[0]).not.toBe(days[1]);
  });
});
