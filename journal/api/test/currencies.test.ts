// A book in several currencies: each amount in its own, every figure in the one that is asked for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';
import { outsideHttp, type OutsideHttp } from './outside.ts';

let service: TestService;
let outside: OutsideHttp;

async function roundTrip(id: string, currency: string, entry: number, exit: number): Promise<void> {
  const body = { instrument: id, quantity: 10, account_id: 'U1', currency };
  await service.client.trades.create({
    body: { ...body, exec_id: `${id}-in`, time: '2026-02-02T15:00:00Z', action: 'BOT', price: entry },
  });
  await service.client.trades.create({
    body: { ...body, exec_id: `${id}-out`, time: '2026-02-03T15:00:00Z', action: 'SLD', price: exit, commission: 2 },
  });
}

beforeAll(async () => {
  outside = await outsideHttp({
    'GET data-api.ecb.europa.eu /service/data/EXR/D.USD.EUR.SP00.A': {
      body: ratesAnswer({ '2026-02-11': 1.15, '2026-02-02': 7 }),
    },
    'GET data-api.ecb.europa.eu /service/data/EXR/D.CAD.EUR.SP00.A': { body: ratesAnswer({ '2026-02-11': 1.61 }) },
    'GET data-api.ecb.europa.eu /service/data/EXR/D.GBP.EUR.SP00.A': { body: ratesAnswer({}) },
    'GET data-api.ecb.europa.eu /service/data/EXR/D.CHF.EUR.SP00.A': { status: 404, body: 'No results found' },
  });
  service = await openTestService({ fetch: outside.fetch });
  await withAccount(service.client, 'U1');
  await roundTrip('AAPL', 'USD', 100, 110);
  await roundTrip('MSFT', 'USD', 100, 95);
  await roundTrip('SAP', 'EUR', 100, 200);
});
afterAll(async () => {
  await service.close();
  await outside.close();
});

/** Days and rates as the ECB's service sends them. */
function ratesAnswer(rates: Readonly<Record<string, number>>) {
  const days = Object.keys(rates);
  const observations = Object.fromEntries(days.map((day, i) => [i, [rates[day], 0, 0, null, null]]));
  return {
    dataSets: [{ action: 'Replace', series: days.length === 0 ? {} : { '0:0:0:0:0': { observations } } }],
    structure: { dimensions: { observation: [{ id: 'TIME_PERIOD', values: days.map((id) => ({ id })) }] } },
  };
}

describe('without a rate', () => {
  it('what cannot be converted is left out, and the day and pair that are wanting are named', async () => {
    const answer = await service.client.analytics.expectancy({ query: {} });
    expect(answer).toMatchObject({
      currency: 'USD',
      trade_count: 2,
      total_pnl: 46,
      left_out: [{ reason: 'no rate into USD', count: 1, amount: null }],
    });
    expect(answer.problems).toMatchObject([{ code: 'no_rate', ids: ['SAP-in', 'SAP-out'] }]);
    expect(answer.problems[0]?.message).toContain('from EUR to USD for days from 2026-02-02 to 2026-02-03');
    expect(await service.client.costs.fees({ query: { period: '2026' } })).toMatchObject({
      currency: 'USD',
      total_fees: 4,
    });
  });

  it('tax names the executions a return still needs', async () => {
    const year = await service.client.tax.ytdSummary({ query: { tax_year: 2026 } });
    expect(year.problems).toContainEqual(
      expect.objectContaining({ code: 'not_in_dollars', ids: ['SAP-in', 'SAP-out'] }),
    );
    expect(year.realized_st_gain).toBe(46);
  });
});

describe('with rates', () => {
  beforeAll(async () => {
    const rate = (date: string, base: string, quote: string, value: number) => ({ date, base, quote, rate: value });
    await service.client.fx.put({
      body: {
        rates: [
          rate('2026-02-02', 'EUR', 'USD', 1.1),
          rate('2026-02-03', 'EUR', 'USD', 1.2),
          rate('2026-02-02', 'EUR', 'GBP', 0.8),
          rate('2026-02-03', 'EUR', 'GBP', 0.9),
        ],
      },
    });
  });

  it('a result splits into what the price and what the currency did', async () => {
    // Bought for 1,000 EUR at 1.10, sold for 2,000 EUR at 1.20 with 2 EUR of fees: 2,400 − 2.40 − 1,100 = 1,297.60.
    const { items } = await service.client.roundTrips.list({ query: { instrument: 'SAP' } });
    expect(items).toMatchObject([
      {
        pnl: 1297.6,
        realized_pnl: 1297.6,
        // 998 EUR at 1.20.
        price_pnl: 1197.6,
        fx_pnl: 100,
        currency: 'USD',
        trade_currency: 'EUR',
        entry_avg_price: 100,
        multiplier: 1,
      },
    ]);
    expect(await service.client.analytics.expectancy({ query: {} })).toMatchObject({
      currency: 'USD',
      trade_count: 3,
      total_pnl: 1343.6,
      price_pnl: 1243.6,
      fx_pnl: 100,
      left_out: [],
    });
    expect((await service.client.costs.fees({ query: { period: '2026' } })).total_fees).toBe(6.4);
  });

  it('winners in dollars are those of the list and of the file: a loss that is a gain in euros is no winner', async () => {
    const { client } = service;
    const names = async (currency?: string) => {
      const query = { result: 'win', sort: 'instrument', ...(currency !== undefined && { currency }) } as const;
      const { bytes } = await client.exports.roundTrips({ query });
      const [head = '', ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
      const columns = head.split(',');
      const cell = (line: string, name: string) => line.split(',')[columns.indexOf(name)] ?? '';
      const { items } = await client.roundTrips.list({ query });
      const out = lines.map((line) => `${cell(line, 'instrument')} ${cell(line, 'currency')}`);
      expect(out).toEqual(items.map((item) => `${item.instrument} ${item.currency}`));
      return out;
    };
    expect(await names()).toEqual(['AAPL USD', 'SAP USD']);
    await client.fx.put({ body: { rates: [{ date: '2026-02-03', base: 'EUR', quote: 'USD', rate: 1 }] } });
    // Cheap euros: what lost in dollars won in euros.
    expect(await names('EUR')).toEqual(['AAPL EUR', 'MSFT EUR', 'SAP EUR']);
    expect(await names()).toEqual(['AAPL USD', 'SAP USD']);
    await client.fx.put({ body: { rates: [{ date: '2026-02-03', base: 'EUR', quote: 'USD', rate: 1.2 }] } });
  });

  it('is answered in any currency that the rates reach, crossed where they must be', async () => {
    const sap = { instrument: 'SAP' } as const;
    expect(await service.client.analytics.expectancy({ query: { ...sap, currency: 'EUR' } })).toMatchObject({
      currency: 'EUR',
      total_pnl: 998,
      fx_pnl: 0,
    });
    // Dollars into pounds through the euro: 1,000 × 0.8/1.1 out, 1,098 × 0.9/1.2 back.
    expect(await service.client.analytics.expectancy({ query: { instrument: 'AAPL', currency: 'GBP' } })).toMatchObject(
      {
        currency: 'GBP',
        total_pnl: 96.23,
      },
    );
    const crossed = await service.client.fx.rates({ query: { base: 'USD', quote: 'GBP', from: '2026-02-03' } });
    expect(crossed.items).toMatchObject([
      { date: '2026-02-03', base: 'USD', quote: 'GBP', rate: 0.75, source: 'person, through EUR' },
    ]);
    await service.client.settings.set({ params: { key: 'book.base_currency' }, body: { value: 'EUR' } });
    expect(await service.client.analytics.expectancy({ query: sap })).toMatchObject({
      currency: 'EUR',
      total_pnl: 998,
    });
    await service.client.settings.remove({ params: { key: 'book.base_currency' } });
  });

  it('tax has them in dollars, at the rate of the trade day or of settlement', async () => {
    const gain = async () => (await service.client.tax.ytdSummary({ query: { tax_year: 2026 } })).realized_st_gain;
    expect(await gain()).toBe(1343.6);
    await service.client.settings.set({ params: { key: 'tax.fx_day' }, body: { value: 'settlement' } });
    // Settled on the 3rd and the 4th, both at 1.20: 998 EUR.
    expect(await gain()).toBe(46 + 1197.6);
    await service.client.settings.remove({ params: { key: 'tax.fx_day' } });
  });

  it('a rate holds for a week, not longer', async () => {
    const trade = (exec_id: string, time: string, action: 'BOT' | 'SLD') =>
      service.client.trades.create({
        body: { exec_id, time, action, instrument: 'BMW', quantity: 1, price: 100, account_id: 'U1', currency: 'EUR' },
      });
    await trade('BMW-in', '2026-02-10T15:00:00Z', 'BOT');
    await trade('BMW-out', '2026-02-11T15:00:00Z', 'SLD');
    const { left_out, problems } = await service.client.analytics.expectancy({ query: { instrument: 'BMW' } });
    expect(left_out).toMatchObject([{ reason: 'no rate into USD', count: 1 }]);
    expect(problems[0]?.message).toContain('for 2026-02-11');
  });

  it('money changed for money is no trade, and no open short', async () => {
    await service.client.trades.create({
      body: {
        exec_id: 'FX1',
        time: '2026-02-03T15:00:00Z',
        instrument: 'EUR.USD',
        asset_class: 'FOREX',
        action: 'SLD',
        quantity: 1000,
        price: 1.2,
        account_id: 'U1',
      },
    });
    expect((await service.client.roundTrips.list({ query: { status: 'open' } })).items).toEqual([]);
    expect((await service.client.roundTrips.list({ query: { instrument: 'EUR.USD' } })).total).toBe(1);
  });

  it('an account says what it realised, in its own currency', async () => {
    expect(await service.client.accounts.get({ params: { account_id: 'U1' } })).toMatchObject({
      // The one without a rate is a trade all the same; its result is unknown.
      trade_count: 4,
      total_realized_pnl: 1343.6,
    });
  });
});

describe('the rate a statement booked at', () => {
  const query = { account_id: 'EURO' } as const;
  const flex = `<FlexQueryResponse><FlexStatements><FlexStatement accountId="EURO">
<AccountInformation accountId="EURO" currency="EUR"/><Trades>
<Trade accountId="EURO" currency="GBP" fxRateToBase="1.30" assetCategory="STK" symbol="VOD" tradeID="vod1" dateTime="20260202;100000" quantity="100" tradePrice="10" ibCommission="-2" buySell="BUY" />
<Trade accountId="EURO" currency="GBP" fxRateToBase="1.25" assetCategory="STK" symbol="VOD" tradeID="vod2" dateTime="20260203;100000" quantity="-100" tradePrice="11" ibCommission="-2" buySell="SELL" />
</Trades><CashTransactions>
<CashTransaction accountId="EURO" currency="GBP" fxRateToBase="1.50" type="Dividends" symbol="VOD" description="VOD CASH DIVIDEND" dateTime="20260203" amount="40" transactionID="vod3" levelOfDetail="DETAIL" />
</CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>`;

  beforeAll(async () => {
    await service.client.accounts.create({
      body: { account_id: 'EURO', name: 'Euro account', account_type: 'broker', currency: 'EUR' },
    });
    await service.client.imports.brokerCsv({
      body: { account_id: 'EURO', file: { name: 'flex.xml', bytes: Buffer.from(flex) } },
    });
  });

  it('is stored with the trade, and leads to the currency of its account', async () => {
    const { items } = await service.client.trades.list({ query: { account_id: 'EURO', sort: 'time' } });
    expect(items).toMatchObject([
      { exec_id: 'vod1', currency: 'GBP', fx_rate: 1.3, fx_currency: 'EUR' },
      { exec_id: 'vod2', currency: 'GBP', fx_rate: 1.25, fx_currency: 'EUR' },
    ]);
    // 1,100 × 1.25 − 1,000 × 1.30, fees 2 × 1.25 and 2 × 1.30; no rate of the book is asked for: its own would be 1.11.
    expect(await service.client.analytics.expectancy({ query: { ...query, currency: 'EUR' } })).toMatchObject({
      total_pnl: 69.9,
      // 96 GBP at the closing fill's 1.25.
      price_pnl: 120,
      fx_pnl: -50.1,
    });
  });

  it("continues from there at the book's rate of the day, in figures, fees and tax", async () => {
    // In dollars: 1,375 EUR × 1.20 − 1,300 EUR × 1.10, fees 2.50 EUR × 1.20 and 2.60 EUR × 1.10.
    const dollars = 1650 - 1430 - 3 - 2.86;
    expect(await service.client.analytics.expectancy({ query })).toMatchObject({ currency: 'USD', total_pnl: dollars });
    expect(await service.client.costs.fees({ query: { ...query, period: '2026' } })).toMatchObject({
      total_fees: 5.86,
    });
    const year = await service.client.tax.ytdSummary({ query: { ...query, tax_year: 2026 } });
    expect(year.realized_st_gain).toBe(dollars);
  });

  it('can be entered and removed by hand', async () => {
    const change = (body: { fx_rate: number | null }) =>
      service.client.trades.patch({ params: { exec_id: 'vod1' }, body });
    expect(await change({ fx_rate: null })).toMatchObject({ fx_rate: null, fx_currency: null });
    // 1 GBP = 1/0.8 EUR on that day by the book.
    expect(await service.client.analytics.expectancy({ query: { ...query, currency: 'EUR' } })).toMatchObject({
      total_pnl: 1375 - 1250 - 2.5 - 2.5,
    });
    expect(await change({ fx_rate: 1.3 })).toMatchObject({ fx_rate: 1.3, fx_currency: 'EUR' });
    await expect(change({ fx_rate: -1 })).rejects.toMatchObject({ status: 422 });
  });

  it('of dividends and interest in other currencies takes them into tax', async () => {
    await service.client.banking.submit({
      body: {
        account_id: 'EURO',
        transactions: [
          { date: '2026-02-03', amount: 100, description: 'Dividend of SAP', category: 'dividend' },
          { date: '2026-02-02', amount: 10, description: 'Interest', category: 'interest' },
        ],
      },
    });
    // 100 EUR at 1.20 and 10 EUR at 1.10; 40 GBP at the statement's own 1.50, and 1.20 from there.
    const { investment_income } = await service.client.tax.ytdSummary({ query: { ...query, tax_year: 2026 } });
    expect(investment_income).toMatchObject({ other_dividends: 120 + 72, interest: 11 });
  });
});

describe('a statement in another currency than its account', () => {
  const statement = (currency: string, balance: number, id: string) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>998877</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEP<DTPOSTED>20260305<TRNAMT>1111.11<FITID>${id}<NAME>Salary</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20260306</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const take = (currency: string, balance: number, id: string) =>
    service.client.banking.importStatement({
      body: {
        account_id: 'CASH',
        file: { name: 'statement.ofx', bytes: Buffer.from(statement(currency, balance, id)) },
      },
    });

  it('opens a balance of its own, and leaves that of the account alone', async () => {
    await service.client.accounts.create({
      body: { account_id: 'CASH', name: 'Cash', account_type: 'broker', currency: 'USD' },
    });
    await take('USD', 500, 'a');
    const foreign = await take('CAD', 1111.11, 'b');
    expect(foreign).toMatchObject({ closing_balance: 1111.11, closing_currency: 'CAD' });
    expect(foreign.warnings).toContainEqual(expect.stringContaining('is in CAD and the account CASH in USD'));
    expect(await service.client.accounts.get({ params: { account_id: 'CASH' } })).toMatchObject({
      latest_balance: 500,
      foreign_balances: [{ currency: 'CAD', balance: 1111.11 }],
    });
    const { items } = await service.client.accounts.balances({ params: { account_id: 'CASH' }, query: {} });
    expect(items.map(({ currency, balance }) => [currency, balance])).toEqual([
      ['CAD', 1111.11],
      ['USD', 500],
    ]);
    const rows = await service.client.banking.transactions({ query: { account_id: 'CASH' } });
    expect(rows.items.map(({ currency }) => currency).toSorted()).toEqual(['CAD', 'USD']);
  });

  it('counts it at the rate of its day', async () => {
    const curve = () => service.client.analytics.drawdown({ query: { account_id: 'CASH', simulations: 100 } });
    const before = await curve();
    expect(before).toMatchObject({ starting_equity: 500 });
    expect(before.problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('no rate from CAD to USD for 2026-03-06'),
    );
    await service.client.fx.put({ body: { rates: [{ date: '2026-03-06', base: 'USD', quote: 'CAD', rate: 1.25 }] } });
    const after = await curve();
    expect(after).toMatchObject({ starting_equity: 1388.89 });
    expect(JSON.stringify(after.problems)).not.toContain('CAD');
  });
});

describe('a provider that serves rates', () => {
  it('is asked for what the book needs, and what a person gave stays', async () => {
    // By a key that has to ask: what came of it is shown once it is done.
    const { raw_key, key_id } = await service.person.auth.createKey({ body: { name: 'rates', role: 'read-write' } });
    await service.person.auth.setMode({ params: { key_id }, body: { mode: 'ask' } });
    const asking = service.as(raw_key);
    const { id, changes } = await asking.approvals.request({ body: { operation: 'fx.fetch', body: {} } });
    expect(changes).toEqual([]);
    await service.person.approvals.decide({ params: { id }, body: { decision: 'approve' } });
    const done = await asking.approvals.wait({ params: { id } });
    expect(done.sums).toEqual([{ what: 'adds exchange rates', count: 2 }]);
    expect(done.changes.map(({ what, before, after }) => [what, before, after?.['source']])).toEqual([
      ['adds the exchange rate EUR/CAD 1.61, 11 Feb 2026', null, 'ecb'],
      ['adds the exchange rate EUR/USD 1.15, 11 Feb 2026', null, 'ecb'],
    ]);
    const { stored, ...answer } = done.result as Awaited<ReturnType<typeof asking.fx.fetch>>;
    expect(answer).toMatchObject({ provider: 'ecb', currencies: ['CAD', 'USD'], unknown: ['GBP'], from: '2026-01-26' });
    expect(stored).toBe(2);
    const { items } = await service.client.fx.rates({ query: { base: 'EUR', quote: 'USD', to: '2026-02-11' } });
    expect(items).toMatchObject([
      { date: '2026-02-02', rate: 1.1, source: 'person' },
      { date: '2026-02-03', rate: 1.2, source: 'person' },
      { date: '2026-02-11', rate: 1.15, source: 'ecb' },
    ]);
    // The day that was missing: bought on the 10th at the rate of the 3rd, sold on the 11th at its own.
    expect(await service.client.analytics.expectancy({ query: { instrument: 'BMW' } })).toMatchObject({
      total_pnl: -5,
      left_out: [],
      problems: [],
    });
    // Dollars in Canadian ones, through the euro.
    const crossed = await service.client.fx.rates({ query: { base: 'USD', quote: 'CAD', to: '2026-02-11' } });
    expect(crossed.items).toMatchObject([{ date: '2026-02-11', rate: 1.4, source: 'ecb, through EUR' }]);
  });

  it('says who could not be asked when no one answers, and stores nothing', async () => {
    const before = await service.client.fx.rates({ query: {} });
    await expect(service.client.fx.fetch({ body: { currencies: ['CHF'] } })).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('ecb') as unknown,
    });
    // What somebody has comes all the same.
    expect(await service.client.fx.fetch({ body: { currencies: ['CAD', 'CHF'] } })).toMatchObject({
      stored: 1,
      unknown: ['CHF'],
    });
    await expect(
      service.client.fx.fetch({ body: { currencies: ['USD'], from: '2026-03-02', to: '2026-03-01' } }),
    ).rejects.toMatchObject({ status: 422 });
    expect(await service.client.fx.rates({ query: {} })).toEqual(before);
  });
});

describe('rates of the European Central Bank', () => {
  const csv = 'Date,USD,JPY,CYP,\n2026-03-03,1.0810,160.12,N/A,\n2026-03-02,1.0800,160.00,N/A,\n';
  const upload = (bytes: Uint8Array, name = 'eurofxref-hist.csv') =>
    service.client.fx.import({ body: { file: { name, bytes } } });

  it('are taken over from its table, and replace what they repeat', async () => {
    const answer = { stored: 4, days: 2, currencies: ['JPY', 'USD'], from: '2026-03-02', to: '2026-03-03' };
    expect(await upload(Buffer.from(csv))).toEqual(answer);
    expect(await upload(Buffer.from(csv))).toEqual(answer);
    const { items } = await service.client.fx.rates({ query: { base: 'EUR', quote: 'USD', from: '2026-03-01' } });
    expect(items).toEqual([
      { date: '2026-03-02', base: 'EUR', quote: 'USD', rate: 1.08, source: 'ecb' },
      { date: '2026-03-03', base: 'EUR', quote: 'USD', rate: 1.081, source: 'ecb' },
    ]);
    expect((await service.client.fx.rates({ query: { base: 'EUR', to: '2026-02-02' } })).items).toHaveLength(2);
  });

  it('are unpacked from its zip', async () => {
    const table = Buffer.from('Date,USD,\n2026-04-01,1.0950,\n');
    const answer = { stored: 1, days: 1, currencies: ['USD'], from: '2026-04-01', to: '2026-04-01' };
    for (const isPacked of [true, false])
      expect(await upload(zipOf(table, isPacked), 'eurofxref-hist.zip')).toEqual(answer);
    const { items } = await service.client.fx.rates({ query: { base: 'EUR', quote: 'USD', from: '2026-04-01' } });
    expect(items).toMatchObject([{ date: '2026-04-01', rate: 1.095, source: 'ecb' }]);
    await expect(upload(zipOf(table, true).subarray(0, 40), 'cut.zip')).rejects.toMatchObject({ status: 422 });
    await expect(upload(zipOf(table, true, 'readme.txt'), 'other.zip')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('without a CSV') as unknown,
    });
  });

  it('refuses what is something else, and stores nothing of it', async () => {
    await expect(upload(Buffer.from('a,b\n1,2\n'))).rejects.toMatchObject({ status: 422 });
    await expect(upload(Buffer.from(`${csv}yesterday,1,2\n`))).rejects.toMatchObject({ status: 422 });
    await expect(upload(Buffer.from('PK\u0003\u0004nothing of a zip', 'latin1'))).rejects.toMatchObject({
      status: 422,
    });
    await expect(
      service.client.fx.put({ body: { rates: [{ date: '2026-03-02', base: 'EUR', quote: 'EUR', rate: 1 }] } }),
    ).rejects.toMatchObject({ status: 422 });
  });

  const sample = join(process.env.ZORIVEST_CASES ?? join(import.meta.dirname, '../../../../shared/data'), 'journal/fx');
  it.skipIf(!existsSync(sample))('are read from the file as the bank publishes it', async () => {
    const { stored, currencies } = await upload(readFileSync(join(sample, 'eurofxref-hist.csv')));
    expect(stored).toBeGreaterThan(1000);
    expect(currencies).toContain('CHF');
    const { items } = await service.client.fx.rates({
      query: { base: 'USD', quote: 'JPY', from: '2022-11-10', to: '2022-11-10' },
    });
    expect(items).toMatchObject([{ rate: 146.142254370102, source: 'ecb, through EUR' }]);
  });
});

/** A zip of one file, as the format says: its header and bytes, the directory, the end of the directory. */
function zipOf(content: Buffer, isPacked: boolean, name = 'eurofxref-hist.csv'): Buffer {
  const bytes = isPacked ? deflateRawSync(content) : content;
  const facts = Buffer.alloc(22);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(isPacked ? 8 : 0, 4);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(bytes.length, 14);
  facts.writeUInt32LE(content.length, 18);
  const length = Buffer.from([name.length, 0]);
  const local = Buffer.concat([
    Buffer.from('PK\u0003\u0004', 'latin1'),
    facts,
    length,
    Buffer.alloc(2),
    Buffer.from(name),
    bytes,
  ]);
  const entry = Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
    facts,
    length,
    Buffer.alloc(16),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}
