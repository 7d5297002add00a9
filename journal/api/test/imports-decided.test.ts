// What a file leaves open is asked, and nothing of it is stored before it is answered.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  for (const id of ['U1', 'U2', 'IRA']) await withAccount(service.client, id);
});
afterAll(() => service.close());

interface Fields {
  readonly account_id?: string;
  readonly preview?: boolean;
  readonly profile?: string;
  readonly accept?: boolean;
  readonly review_id?: string;
  readonly accounts?: Record<string, string>;
}

const file = (text: string) => ({ bytes: new TextEncoder().encode(text), name: 'statement.csv' });
const importCsv = (text: string, fields: Fields = {}) =>
  service.client.imports.brokerCsv({ body: { account_id: 'U1', ...fields, file: file(text) } });
const fills = async (instrument: string) =>
  (await service.client.trades.list({ query: { instrument, limit: 100 } })).items.toSorted((a, b) =>
    a.time.localeCompare(b.time),
  );

describe('a table that is known by its shape only', () => {
  const text = [
    'Datum;Papier;Activity;Stück;Kurs;Gebühr;Amount',
    '05.01.2024 10:00;SAP;Zeichnung;10;150,50;-4,90;-1509,90',
    '06.01.2024 10:00;SAP;Abgabe;4;151,00;-4,90;599,10',
  ].join('\n');
  const table = [
    'Date,Symbol,Activity,Quantity,Price,Commission,Amount',
    '2024-02-01 10:00,QQQ,Buy,10,400.00,-1.00,-4001.00',
    '2024-02-02 10:00,QQQ,Sell,4,410.00,-1.00,1639.00',
    '2024-02-03 10:00,QQQ,Dividend,,,,5.20',
  ].join('\n');

  it('is shown with what was guessed, and stored only when that very review is accepted', async () => {
    const asked = await importCsv(table);
    expect(asked).toMatchObject({
      needs_review: true,
      run_id: null,
      status: 'failed',
      imported: 0,
      cash_imported: 0,
      detected_format: 'generic',
      review: {
        columns: { symbol: 'Symbol', side: 'Activity', quantity: 'Quantity', price: 'Price', commission: 'Commission' },
        samples: [
          { row: 2, before: { Activity: 'Buy' }, after: { action: 'BOT', quantity: 10, price: 400, commission: 1 } },
          { row: 3, before: { Activity: 'Sell' }, after: { action: 'SLD', quantity: 4 } },
          { row: 4, before: { Activity: 'Dividend' }, after: { kind: 'dividend', amount: 5.2 } },
        ],
      },
    });
    expect(asked.review?.unclear.join(' ')).toContain('New York');
    expect(await fills('QQQ')).toEqual([]);
    expect((await service.client.imports.list({ query: {} })).total).toBe(0);

    const preview = await importCsv(table, { preview: true });
    expect(preview).toMatchObject({ needs_review: true, imported: 2, cash_imported: 1, review: asked.review });

    // A yes without having seen it, or to the review of another file, is none.
    expect(await importCsv(table, { accept: true })).toMatchObject({ needs_review: true, imported: 0 });
    const review_id = asked.review?.review_id ?? '';
    const other = await importCsv(table.replaceAll('QQQ', 'SPY'), { accept: true, review_id });
    expect(other).toMatchObject({ needs_review: true, imported: 0 });
    expect(other.warnings.join(' ')).toContain('look at the review again');

    expect(await importCsv(table, { accept: true, review_id })).toMatchObject({
      needs_review: false,
      review: null,
      imported: 2,
      cash_imported: 1,
    });
    expect((await fills('QQQ')).map(({ action, commission }) => [action, commission])).toEqual([
      ['BOT', 1],
      ['SLD', 1],
    ]);
  });

  it('is stored immediately by a profile that says its words, its class, its currency, its zone and the sign of its costs', async () => {
    const body = {
      columns: {
        symbol: 'Papier',
        side: 'Activity',
        quantity: 'Stück',
        price: 'Kurs',
        time: 'Datum',
        commission: 'Gebühr',
      },
      side_words: { buy: ['Zeichnung'], sell: ['Abgabe'] },
      asset_class: 'MUTUAL_FUND' as const,
      currency: 'EUR',
      costs: 'negative' as const,
      decimal_mark: ',' as const,
      date_order: 'dmy' as const,
      time_zone: 'Europe/Berlin',
    };
    await service.client.imports.saveProfile({ params: { name: 'fonds' }, body });
    expect(await service.client.imports.profiles({})).toMatchObject([{ name: 'fonds', ...body }]);
    expect(await importCsv(text, { profile: 'fonds' })).toMatchObject({
      needs_review: false,
      imported: 2,
      warnings: [],
    });
    expect(await fills('SAP')).toMatchObject([
      { action: 'BOT', asset_class: 'MUTUAL_FUND', currency: 'EUR', commission: 4.9, time: '2024-01-05T09:00:00Z' },
      { action: 'SLD', quantity: 4, currency: 'EUR', commission: 4.9 },
    ]);
  });

  it('without any sign of a side asks instead of buying everything', async () => {
    const sideless = 'Date,Symbol,Quantity,Price\n2024-03-01 10:00,XLK,10,200\n2024-03-02 10:00,XLK,10,210\n';
    const asked = await importCsv(sideless);
    expect(asked).toMatchObject({ needs_review: true, imported: 0 });
    expect(asked.review?.unclear.join(' ')).toContain('which rows are buys and which are sells');
  });
});

describe('a file of several accounts', () => {
  const head = 'Account,T/D,S/D,Currency,Type,Side,Symbol,Qty,Price,Exec Time,Comm\n';
  const row = (account: string, side: string, symbol: string) =>
    `${account},01/08/2024,01/10/2024,USD,E,${side},${symbol},500,160,09:30:01,0.1\n`;
  const text = (symbol: string) => head + row('Z1111', 'B', symbol) + row('Z2222', 'S', symbol);

  it('is not merged into one: it asks which is which, once', async () => {
    const asked = await importCsv(text('IBM'));
    expect(asked).toMatchObject({ needs_review: true, imported: 0, run_id: null });
    expect(asked.review?.unclear.join(' ')).toContain('"Z1111", "Z2222"');
    expect(await fills('IBM')).toEqual([]);
    // A yes does not say which account is which.
    const review_id = asked.review?.review_id ?? '';
    expect(await importCsv(text('IBM'), { accept: true, review_id })).toMatchObject({ needs_review: true });
    // One of them known is not enough.
    expect(await importCsv(text('IBM'), { accounts: { Z1111: 'IRA' } })).toMatchObject({ needs_review: true });

    const accounts = { Z1111: 'IRA', Z2222: 'U2' };
    expect(await importCsv(text('IBM'), { accounts, preview: true })).toMatchObject({
      needs_review: false,
      imported: 2,
    });
    expect(await importCsv(text('IBM'))).toMatchObject({ needs_review: true });
    expect(await importCsv(text('IBM'), { accounts })).toMatchObject({ needs_review: false, imported: 2 });
    const accountsOf = async (symbol: string) =>
      (await fills(symbol)).map(({ account_id, action }) => `${account_id} ${action}`).toSorted();
    expect(await accountsOf('IBM')).toEqual(['IRA BOT', 'U2 SLD']);

    expect(await importCsv(text('ORCL'))).toMatchObject({ needs_review: false, imported: 2 });
    expect(await accountsOf('ORCL')).toEqual(['IRA BOT', 'U2 SLD']);
  });

  it('goes automatically to accounts the book has under these names', async () => {
    const own = head + row('U1', 'B', 'AMD') + row('U2', 'B', 'AMD');
    expect(await importCsv(own)).toMatchObject({ needs_review: false, imported: 2 });
    const stranger = head + row('U1', 'B', 'TSM') + row('unknown', 'B', 'TSM');
    expect(await importCsv(stranger)).toMatchObject({ needs_review: true, imported: 0 });
  });

  it('of one account goes to the account the caller names', async () => {
    expect(await importCsv(head + row('X9', 'B', 'ARM'))).toMatchObject({ needs_review: false, imported: 1 });
    expect((await fills('ARM')).map(({ account_id }) => account_id)).toEqual(['U1']);
  });

  it('is refused when it is mapped to an account that is not there, or not by an object', async () => {
    const wrong = importCsv(text('MU'), { accounts: { Z1111: 'nowhere', Z2222: 'U2' } });
    await expect(wrong).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('accounts.Z1111') as unknown,
    });
    const form = new FormData();
    form.set('account_id', 'U1');
    form.set('accounts', '{Z1111');
    form.set('file', new Blob([text('MU')]), 'x.csv');
    const { session_token } = await service.client.auth.unlock({ body: { api_key: service.apiKey } });
    const answer = await fetch(`${service.url}/api/v1/import/csv`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${session_token}` },
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('must be a JSON object');
  });

  it('of a bank asks too', async () => {
    await service.client.accounts.create({ body: { account_id: 'B1', name: 'Checking', account_type: 'bank' } });
    const statement = (id: string, amount: string) =>
      `<STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>${id}</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105<TRNAMT>${amount}<FITID>${id}<NAME>Shop</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>`;
    const ofx = `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1>${statement('111222', '-5.00')}${statement('333444', '-6.00')}</BANKMSGSRSV1></OFX>`;
    const send = (accounts?: Record<string, string>) =>
      service.client.banking.importStatement({
        body: { account_id: 'B1', file: file(ofx), ...(accounts === undefined ? {} : { accounts }) },
      });
    expect(await send()).toMatchObject({ needs_review: true, imported: 0 });
    expect(await send({ 111222: 'B1', 333444: 'U2' })).toMatchObject({ needs_review: false, imported: 2 });
  });
});

it('what the broker states of results, rates, positions and cash is stored with the run, and goes with it', async () => {
  await withAccount(service.client, 'STATED');
  const flex = `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U5"><AccountInformation accountId="U5" currency="USD" /><Trades>
<Trade accountId="U5" currency="EUR" fxRateToBase="1.1" assetCategory="STK" symbol="SAP" isin="DE0007164600" tradeID="st1" dateTime="20240103;100000" quantity="-10" tradePrice="150" ibCommission="-1" fifoPnlRealized="42.5" buySell="SELL" />
</Trades><OpenPositions><OpenPosition accountId="U5" currency="USD" assetCategory="STK" symbol="IBM" position="7" markPrice="160" positionValue="1120" reportDate="20240103" /></OpenPositions>
</FlexStatement></FlexStatements></FlexQueryResponse>`;
  const { run_id } = await importCsv(flex, { account_id: 'STATED' });
  const params = { run_id: run_id ?? '' };
  const stated = await service.client.imports.stated({ params, query: {} });
  expect(stated.fills.items).toMatchObject([
    { exec_id: 'st1', realized_pnl: 42.5, fx_rate: 1.1, isin: 'DE0007164600' },
  ]);
  expect(stated.positions).toMatchObject([{ instrument: 'IBM', quantity: 7, value: 1120 }]);
  await service.client.imports.undo({ params });
  expect((await service.client.imports.stated({ params, query: {} })).fills.total).toBe(0);
});

describe('an instrument without a ticker', () => {
  /** Written here after DEGIRO's layouts; companies and figures are made up. */
  const transactions = (order: string, date: string, quantity: number) =>
    `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID
${date},09:05,LINDEN WOHNBAU AG,DE0009990017,XET,XETA,${quantity},30.0000,EUR,${-30 * quantity}.00,EUR,${-30 * quantity}.00,EUR,,,EUR,${-30 * quantity}.00,EUR,${order}
`;
  const account = `Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id
20-03-2025,07:00,19-03-2025,LINDEN WOHNBAU AG,DE0009990017,Dividend,,EUR,6.00,EUR,106.00,
`;
  const take = (text: string) =>
    service.client.imports.brokerCsv({
      body: { account_id: 'D1', file: { bytes: Buffer.from(text), name: 'degiro.csv' } },
    });
  const instruments = async () =>
    (await service.client.trades.list({ query: { account_id: 'D1' } })).items.map(({ instrument }) => instrument);
  const name = (instrument: string) =>
    service.client.imports.nameInstrument({ params: { isin: 'DE0009990017' }, body: { instrument } });

  it('keeps its ISIN, and one answer names it in every row and in later statements', async () => {
    await withAccount(service.client, 'D1');
    const first = await take(transactions('o-1', '11-03-2025', 12));
    expect(first.warnings.join(' ')).toContain('zorivest imports name');
    await take(account);
    expect((await service.client.imports.instruments({ query: { unnamed: true } })).items).toEqual([
      { isin: 'DE0009990017', name: 'LINDEN WOHNBAU AG', instrument: null, trades: 1 },
    ]);
    expect(await name('LWB')).toEqual({
      isin: 'DE0009990017',
      instrument: 'LWB',
      trades_renamed: 1,
      transactions_renamed: 1,
      events_renamed: 0,
    });
    expect(await instruments()).toEqual(['LWB']);
    const { items } = await service.client.banking.transactions({ query: { account_id: 'D1' } });
    expect(items.map(({ symbol }) => symbol)).toEqual(['LWB']);
    // The same files again add nothing, and a later one is named without a question.
    expect(await take(transactions('o-1', '11-03-2025', 12))).toMatchObject({ imported: 0, duplicates: 1 });
    expect(await take(account)).toMatchObject({ cash_imported: 0 });
    const later = await take(transactions('o-2', '12-04-2025', -12));
    expect(later).toMatchObject({ imported: 1, warnings: [] });
    expect(await instruments()).toEqual(['LWB', 'LWB']);
    expect((await service.client.imports.instruments({ query: { unnamed: true } })).total).toBe(0);
    const [trip] = (await service.client.roundTrips.list({ query: { ticker: 'LWB', currency: 'EUR' } })).items;
    expect(trip).toMatchObject({ status: 'closed', total_quantity: 12 });
  });

  it('can be renamed, without touching what else has the old name', async () => {
    await service.client.trades.create({ body: { ...fill, exec_id: 'OWN', account_id: 'D1', instrument: 'LWB' } });
    expect(await name('LWBG')).toMatchObject({ trades_renamed: 2 });
    expect((await instruments()).toSorted()).toEqual(['LWB', 'LWBG', 'LWBG']);
    expect(await name('DE0009990017')).toMatchObject({ trades_renamed: 2 });
    expect((await service.client.imports.instruments({ query: {} })).items).toMatchObject([
      { instrument: null, trades: 2 },
    ]);
  });

  it('that no statement has stated does not exist, and another ISIN is no name', async () => {
    await expect(
      service.client.imports.nameInstrument({ params: { isin: 'US0000000000' }, body: { instrument: 'X' } }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(name('US0000000000')).rejects.toMatchObject({ status: 422 });
  });
});

describe('costs and currencies of a statement', () => {
  it('a fee in a coin stands apart in that coin, and pounds are pounds', async () => {
    await withAccount(service.client, 'C1');
    /** Made up, after the layouts of Binance and of Trading 212 before 2022. */
    const binance = `Date(UTC),Pair,Side,Price,Executed,Amount,Fee
2025-05-06 07:08:09,SOLEUR,BUY,150.00,2SOL,300EUR,0.0004BNB
`;
    const trading212 = `Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result (GBP),Total (GBP),Withholding tax,Currency (Withholding tax),Charge amount (GBP),Transaction fee (GBP),Notes,ID
Dividend (Ordinary),2020-06-01 09:00:00,US4110010018,HARB,Harbour,4,0.50,USD,Not available,,1.36,0.30,USD,,,,
Market buy,2020-07-01 14:00:00,GB0009990019,PIER,Pier,40,250,GBX,100,,100.50,,,,0.50,,p1
Market sell,2020-07-02 14:00:00,US4110010018,HARB,Harbour,4,50,USD,1.25,10.00,159.90,,,,0.10,,s1
`;
    for (const text of [binance, trading212])
      expect(
        await service.client.imports.brokerCsv({
          body: { account_id: 'C1', file: { bytes: Buffer.from(text), name: 'file.csv' } },
        }),
      ).toMatchObject({ invalid: 0, warnings: [] });
    const { items: trades } = await service.client.trades.list({ query: { account_id: 'C1', sort: 'time' } });
    expect(trades.find(({ instrument }) => instrument === 'SOL')).toMatchObject({ currency: 'EUR', commission: 0 });
    expect(trades.find(({ instrument }) => instrument === 'PIER')).toMatchObject({
      currency: 'GBP',
      price: 2.5,
      commission: 0.5,
    });
    // 0.10 pounds at 1.25 dollars; and one dollar was 0.8 pounds.
    expect(trades.find(({ instrument }) => instrument === 'HARB')).toMatchObject({
      currency: 'USD',
      commission: 0.125,
      fx_rate: 0.8,
      fx_currency: 'GBP',
    });
    const { items: cash } = await service.client.banking.transactions({ query: { account_id: 'C1' } });
    expect(cash.map(({ amount, currency, category }) => `${category} ${amount} ${currency}`).toSorted()).toEqual([
      'dividend 1.56 GBP',
      'fee -0.0004 BNB',
      'tax -0.2 GBP',
    ]);
  });
});
