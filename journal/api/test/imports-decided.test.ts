// What a file leaves open is asked, and nothing of it is stored before it is answered.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBook, withAccount, type Book } from './book.ts';

let book: Book;
beforeAll(async () => {
  book = await openBook();
  for (const id of ['U1', 'U2', 'IRA']) await withAccount(book.client, id);
});
afterAll(() => book.close());

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
  book.client.imports.brokerCsv({ body: { account_id: 'U1', ...fields, file: file(text) } });
const fills = async (instrument: string) =>
  (await book.client.trades.list({ query: { instrument, limit: 100 } })).items.toSorted((a, b) =>
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
    expect((await book.client.imports.list({ query: {} })).total).toBe(0);

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

  it('is stored at once by a profile that says its words, its class, its currency, its zone and the sign of its costs', async () => {
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
    await book.client.imports.saveProfile({ params: { name: 'fonds' }, body });
    expect(await book.client.imports.profiles({})).toMatchObject([{ name: 'fonds', ...body }]);
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
    const landed = async (symbol: string) =>
      (await fills(symbol)).map(({ account_id, action }) => `${account_id} ${action}`).toSorted();
    expect(await landed('IBM')).toEqual(['IRA BOT', 'U2 SLD']);

    expect(await importCsv(text('ORCL'))).toMatchObject({ needs_review: false, imported: 2 });
    expect(await landed('ORCL')).toEqual(['IRA BOT', 'U2 SLD']);
  });

  it('goes by itself to accounts the book has under these names', async () => {
    const own = head + row('U1', 'B', 'AMD') + row('U2', 'B', 'AMD');
    expect(await importCsv(own)).toMatchObject({ needs_review: false, imported: 2 });
    const stranger = head + row('U1', 'B', 'TSM') + row('nobody', 'B', 'TSM');
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
    const { session_token } = await book.client.auth.unlock({ body: { api_key: book.apiKey } });
    const answer = await fetch(`${book.url}/api/v1/import/csv`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${session_token}` },
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('must be a JSON object');
  });

  it('of a bank asks too', async () => {
    await book.client.accounts.create({ body: { account_id: 'B1', name: 'Checking', account_type: 'bank' } });
    const statement = (id: string, amount: string) =>
      `<STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>${id}</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105<TRNAMT>${amount}<FITID>${id}<NAME>Shop</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>`;
    const ofx = `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1>${statement('111222', '-5.00')}${statement('333444', '-6.00')}</BANKMSGSRSV1></OFX>`;
    const send = (accounts?: Record<string, string>) =>
      book.client.banking.importStatement({
        body: { account_id: 'B1', file: file(ofx), ...(accounts === undefined ? {} : { accounts }) },
      });
    expect(await send()).toMatchObject({ needs_review: true, imported: 0 });
    expect(await send({ 111222: 'B1', 333444: 'U2' })).toMatchObject({ needs_review: false, imported: 2 });
  });
});

it('what the broker states of results, rates, positions and cash is kept with the run, and goes with it', async () => {
  await withAccount(book.client, 'STATED');
  const flex = `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U5"><AccountInformation accountId="U5" currency="USD" /><Trades>
<Trade accountId="U5" currency="EUR" fxRateToBase="1.1" assetCategory="STK" symbol="SAP" isin="DE0007164600" tradeID="st1" dateTime="20240103;100000" quantity="-10" tradePrice="150" ibCommission="-1" fifoPnlRealized="42.5" buySell="SELL" />
</Trades><OpenPositions><OpenPosition accountId="U5" currency="USD" assetCategory="STK" symbol="IBM" position="7" markPrice="160" positionValue="1120" reportDate="20240103" /></OpenPositions>
</FlexStatement></FlexStatements></FlexQueryResponse>`;
  const { run_id } = await importCsv(flex, { account_id: 'STATED' });
  const params = { run_id: run_id ?? '' };
  const kept = await book.client.imports.stated({ params, query: {} });
  expect(kept.fills.items).toMatchObject([{ exec_id: 'st1', realized_pnl: 42.5, fx_rate: 1.1, isin: 'DE0007164600' }]);
  expect(kept.positions).toMatchObject([{ instrument: 'IBM', quantity: 7, value: 1120 }]);
  await book.client.imports.undo({ params });
  expect((await book.client.imports.stated({ params, query: {} })).fills.total).toBe(0);
});
