// Statements into a real encrypted book: each row once, every run in the log, and every run can be undone.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '@zorivest/integrations';
import { openTestService, withAccount, type TestService } from './test-service.ts';
import { closedRows } from './closed-rows.ts';
import { pdf } from './pdf.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client, 'U1');
  await withAccount(service.client, 'U2');
  await service.client.accounts.create({ body: { account_id: 'B1', name: 'Checking', account_type: 'bank' } });
});
afterAll(() => service.close());

const file = (text: string | Uint8Array, name = 'statement.csv') => ({
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  name,
});
const importCsv = async (
  text: string,
  fields: { account_id?: string; preview?: boolean; broker_hint?: string; profile?: string } = {},
) => closedRows(await service.client.imports.brokerCsv({ body: { account_id: 'U1', ...fields, file: file(text) } }));
const importBank = async (text: string, fields: { preview?: boolean; format_hint?: 'auto' | 'qif' } = {}) =>
  closedRows(await service.client.banking.importStatement({ body: { account_id: 'B1', ...fields, file: file(text) } }));
const trades = async (accountId = 'U1') =>
  (await service.client.trades.list({ query: { account_id: accountId, limit: 1000 } })).total;

const das = (...rows: string[]) => `Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n${rows.join('\n')}\n`;
const twin = '01/02/2024,09:30:01,AAPL,B,100,185.00,ARCA,0.50';

describe('a broker file', () => {
  it('is previewed without a trace, imported, and adds nothing when it is imported again', async () => {
    const text = das(
      twin,
      twin,
      '01/02/2024,09:31:00,AAPL,S,200,186.00,ARCA,1.00',
      '01/02/2024,09:32:00,AAPL,S,ten,186.00,ARCA,1.00',
    );
    const preview = await importCsv(text, { preview: true });
    expect(preview).toMatchObject({
      preview: true,
      run_id: null,
      status: 'partial',
      imported: 3,
      duplicates: 0,
      total_rows: 4,
    });
    expect(await trades()).toBe(0);
    expect((await service.client.imports.list({ query: {} })).total).toBe(0);

    const first = await importCsv(text);
    expect(first).toMatchObject({
      detected_format: 'lightspeed',
      status: 'partial',
      imported: 3,
      invalid: 1,
      errors: [{ row: 5, message: 'The quantity "ten" is not a number' }],
    });
    expect(await trades()).toBe(3);

    const second = await importCsv(text);
    expect(second).toMatchObject({ imported: 0, duplicates: 3, total_rows: 4 });
    expect([first, second].map(({ rows }) => [rows.trades, rows.known, rows.unreadable])).toEqual([
      [3, 0, 1],
      [0, 3, 1],
    ]);
    expect(await trades()).toBe(3);
  });

  it('keeps a truly equal third fill, and takes a corrected cost over the old one', async () => {
    const third = await importCsv(das(twin, twin, twin));
    expect(third).toMatchObject({ imported: 1, duplicates: 2 });
    const corrected = await importCsv(das(twin.replace('0.50', '0.75')));
    expect(corrected).toMatchObject({ imported: 0, updated: 1, rows: { read: 1, changed: 1 } });
    const { items } = await service.client.trades.list({ query: { account_id: 'U1', limit: 1000 } });
    expect(items.map(({ commission }) => commission).toSorted((a, b) => a - b)).toEqual([0.5, 0.5, 0.75, 1]);

    const undone = await service.client.imports.undo({ params: { run_id: corrected.run_id ?? '' } });
    expect(undone).toMatchObject({ trades_removed: 0, trades_restored: 1 });
    const after = await service.client.trades.list({ query: { account_id: 'U1', limit: 1000 } });
    expect(after.items.map(({ commission }) => commission).toSorted((a, b) => a - b)).toEqual([0.5, 0.5, 0.5, 1]);
  });

  it('is undone as a whole, once', async () => {
    const before = await trades();
    const run = await importCsv(
      das('02/01/2024,10:00:00,TSLA,B,5,200.00,ARCA,0.10', '02/01/2024,10:01:00,TSLA,S,5,201.00,ARCA,0.10'),
    );
    expect(await trades()).toBe(before + 2);
    const params = { run_id: run.run_id ?? '' };
    expect(await service.client.imports.undo({ params })).toMatchObject({ trades_removed: 2 });
    expect(await trades()).toBe(before);
    await expect(service.client.imports.undo({ params })).rejects.toMatchObject({ status: 409 });
    const detail = await service.client.imports.get({ params, query: {} });
    expect(detail).toMatchObject({ kind: 'broker_csv', source: 'lightspeed', imported: 2, file_name: 'statement.csv' });
    expect(detail.undone_at).not.toBeNull();
  });

  it('is not undone where someone has worked on its trades', async () => {
    const text = das('02/05/2024,10:00:00,ORCL,B,5,110.00,ARCA,0.10', '02/05/2024,10:01:00,ORCL,S,5,111.00,ARCA,0.10');
    const run = await importCsv(text);
    const { items } = await service.client.trades.list({ query: { instrument: 'ORCL' } });
    const exec_id = items[0]?.exec_id ?? '';
    await service.client.trades.update({ params: { exec_id }, body: { commission: 0.25 } });
    // The file again does not undo what was entered by hand.
    const again = await importCsv(text);
    expect(again).toMatchObject({ imported: 0, updated: 0, duplicates: 1, flagged: 1, rows: { known: 1, asked: 1 } });
    const { notes } = await service.client.imports.get({ params: { run_id: again.run_id ?? '' }, query: {} });
    const edited = items[0]?.action === 'BOT' ? 2 : 3;
    expect(notes.items, 'with the row it stands in').toMatchObject([{ outcome: 'flagged', row: edited, ref: exec_id }]);
    expect((await service.client.trades.get({ params: { exec_id } })).commission).toBe(0.25);

    const params = { run_id: run.run_id ?? '' };
    await expect(service.client.imports.undo({ params })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('one of its trades') as unknown,
    });
    const undone = await service.client.imports.undo({ params, query: { discard_own_work: true } });
    expect(undone).toMatchObject({ trades_removed: 2 });
    expect(await importCsv(text)).toMatchObject({ imported: 2, duplicates: 0 });
  });

  it('removes what the broker took back, and undo brings it back', async () => {
    const head =
      'ClientAccountID,CurrencyPrimary,AssetClass,Symbol,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell,LevelOfDetail,TransactionType,OrigTradeID\n';
    await importCsv(`${head}U2,USD,STK,AMD,950,20240104;100000,10,140,-1,BUY,EXECUTION,ExchTrade,\n`, {
      account_id: 'U2',
    });
    const before = await trades('U2');
    const cancel = await importCsv(
      `${head}U2,USD,STK,AMD,951,20240105;100000,-10,140,1,BUY (Ca.),EXECUTION,TradeCancel,950\n`,
      { account_id: 'U2' },
    );
    expect(cancel).toMatchObject({ cancelled: 1, imported: 0 });
    expect(await trades('U2')).toBe(before - 1);
    await service.client.imports.undo({ params: { run_id: cancel.run_id ?? '' } });
    expect(await trades('U2')).toBe(before);
  });

  it('a fill and the row that takes it back leave together, whichever statement tells them, as often as it does', async () => {
    const head = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n';
    const buy = '"01/02/2024","Buy","ORCH","ORCHARD","10","$72.00","","-$720.00"\n';
    const taken = '"01/03/2024","Cancel Buy","ORCH","ORCHARD","10","$72.00","","$720.00"\n';
    const inBook = async () => (await service.client.trades.list({ query: { instrument: 'ORCH' } })).total;
    const both = await importCsv(head + taken + buy);
    expect([both, await inBook()]).toMatchObject([{ imported: 0, rows: { read: 2, changed: 2 } }, 0]);
    expect(both.left_out.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    expect((await importCsv(head + taken + buy)).rows).toMatchObject({ read: 2, known: 2 });
    await service.client.imports.undo({ params: { run_id: both.run_id ?? '' } });
    expect([(await importCsv(head + buy)).rows.trades, await inBook()]).toEqual([1, 1]);
    const later = await importCsv(head + taken);
    expect([later, await inBook()]).toMatchObject([{ cancelled: 1, rows: { read: 1, changed: 1 } }, 0]);
    expect([(await importCsv(head + buy)).rows.known, await inBook()]).toEqual([1, 0]);
    const other = await importCsv(head + taken.replace('$72.00', '$71.00'));
    expect(other).toMatchObject({ flagged: 1, rows: { read: 1, asked: 1 } });
  });

  it('tax that was withheld is a row of its own, in addition to the whole dividend', async () => {
    const text = `Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Withholding tax,Currency (Withholding tax),ID
Dividend (Ordinary),2025-03-04 10:00:00,US4110010018,HARB,Harbour Tools,10,0.17,USD,Not available,1.70,USD,0.30,USD,
`;
    const at = { account_id: 'U2' };
    expect(await importCsv(text, at)).toMatchObject({ cash_imported: 2, rows: { read: 1, cash: 1 } });
    expect(await importCsv(text, at)).toMatchObject({ cash_imported: 0, rows: { read: 1, known: 1 } });
  });

  it('brings its dividends and fees into the ledger, once', async () => {
    const text = `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/20/2023","Qualified Dividend","VTI","VANGUARD TOTAL STOCK MKT ETF","","","","$8.52"
`;
    expect(await importCsv(text)).toMatchObject({ cash_imported: 1 });
    expect(await importCsv(text)).toMatchObject({ cash_imported: 0, duplicates: 1 });
    const { items } = await service.client.banking.transactions({ query: { account_id: 'U1' } });
    expect(items).toMatchObject([{ date: '2023-03-20', amount: 8.52, category: 'dividend', symbol: 'VTI' }]);
  });

  it('of no known broker is read by a saved profile', async () => {
    const text = 'Papier;Stk;Kurs;Wann\nSAP;-10;150,50;05.01.2024 10:00\n';
    expect(await importCsv(text)).toMatchObject({ status: 'failed', imported: 0, detected_format: 'auto' });
    const body = {
      columns: { symbol: 'Papier', quantity: 'Stk', price: 'Kurs', time: 'Wann' },
      signed_quantity: true,
      decimal_mark: ',',
      date_order: 'dmy',
    } as const;
    await service.client.imports.saveProfile({ params: { name: 'mine' }, body });
    expect(await service.client.imports.profiles({})).toMatchObject([{ name: 'mine', signed_quantity: true }]);
    expect(await importCsv(text, { profile: 'mine' })).toMatchObject({ imported: 1, detected_format: 'generic' });
    await service.client.imports.removeProfile({ params: { name: 'mine' } });
    await expect(importCsv(text, { profile: 'mine' })).rejects.toMatchObject({ status: 404 });
  });

  it('needs an account that is there, and stores nothing without', async () => {
    const runs = (await service.client.imports.list({ query: {} })).total;
    await expect(importCsv(das(twin), { account_id: 'unknown' })).rejects.toMatchObject({ status: 404 });
    expect((await service.client.imports.list({ query: {} })).total).toBe(runs);
  });
});

describe('a broker PDF', () => {
  const importPdf = (bytes: Uint8Array, fields: { accept_low_confidence?: boolean; preview?: boolean } = {}) =>
    service.client.imports.brokerPdf({ body: { account_id: 'U1', ...fields, file: file(bytes, 'confirm.pdf') } });

  it('is read from its real pages', async () => {
    const bytes = await pdf([
      'FIRSTRADE HOUSE REP',
      'ACCOUNT NUMBER: 123',
      'YOU BOUGHT XBI 78464A870 06/29/22 07/01/22 MARGIN 5 $74.33000',
      'SPDR SER TR PRINCIPAL $371.65',
      'UNSOLICITED FEES $0.05',
    ]);
    expect(await importPdf(bytes)).toMatchObject({ status: 'success', detected_format: 'firstrade', imported: 1 });
    expect(await importPdf(bytes)).toMatchObject({ imported: 0, duplicates: 1 });
  });

  it('asks first when the reader is not sure', async () => {
    const bytes = await pdf(['Some Broker', '2024-03-05 Buy ACME Inc 10 12.50 125.00']);
    const before = await trades();
    const unsure = await importPdf(bytes);
    expect(unsure).toMatchObject({ status: 'failed', needs_review: true, imported: 0 });
    expect(await trades()).toBe(before);
    expect(await importPdf(bytes, { preview: true })).toMatchObject({ imported: 1, preview: true });
    expect(await importPdf(bytes, { accept_low_confidence: true })).toMatchObject({ imported: 1 });
  });

  it('is refused with the reason when it is a scan, broken, or none at all', async () => {
    const scan = await importPdf(await pdf([]));
    expect(scan.warnings[0]).toContain('scan');
    await expect(importPdf(new TextEncoder().encode('%PDF-1.7 broken'))).rejects.toMatchObject({ status: 422 });
    await expect(importPdf(new TextEncoder().encode('hello'))).rejects.toMatchObject({ status: 422 });
  });
});

describe('a file that means harm', () => {
  /** One page whose content unfolds to this many megabytes. */
  function bomb(megabytes: number): Uint8Array {
    const content = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 'BT (x) Tj ET '), { level: 9 });
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
    ].map((body, index) => Buffer.from(`${index + 1} 0 obj\n${body}\nendobj\n`));
    const stream = Buffer.concat([
      Buffer.from(`4 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%EOF\n'),
    ]);
    return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects, stream]);
  }

  it('and unfolds into more than a statement holds is given up, away from the service', async () => {
    const bytes = bomb(700);
    expect(bytes.length).toBeLessThan(3 * 1024 * 1024);
    const read = pdfText(bytes, new AbortController().signal, 4);
    expect(await service.client.accounts.list({ query: {} })).toBeDefined();
    await expect(read).rejects.toMatchObject({ status: 422 });
  });

  it('is refused with the reason, and leaves nothing', async () => {
    const before = await trades();
    const laughs =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><FlexQueryResponse>&b;</FlexQueryResponse>';
    for (const text of [laughs, laughs.replace('"ha"', 'SYSTEM "file:///etc/passwd"'), '', '\0\0\0']) {
      const got = await importCsv(text);
      expect(got).toMatchObject({ status: 'failed', imported: 0, cash_imported: 0, events_imported: 0 });
      expect(got.warnings.length + got.errors.length).toBeGreaterThan(0);
      expect(JSON.stringify(got)).not.toContain('root:');
    }
    await expect(importCsv('PK\u0003\u0004zip')).rejects.toThrow('The file is cut off');
    const formulas = await importCsv(das('01/09/2024,09:30:01,"=HYPERLINK(""http://x"")",B,1,1.00,ARCA,0.50'));
    expect(formulas).toMatchObject({ imported: 0, invalid: 1 });
    expect(await trades()).toBe(before);
  });
});

describe('a bank statement', () => {
  const ofx = (...rows: string[]) =>
    `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>998877</BANKACCTFROM><BANKTRANLIST>${rows.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>1500.25<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const row = (id: string, amount: string, name: string) =>
    `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`;

  it('is previewed, imported once, closes with its balance, and can be undone', async () => {
    const text = ofx(row('1', '-5.00', 'Coffee'), row('2', '-7.25', 'Lunch'));
    expect(await importBank(text, { preview: true })).toMatchObject({
      imported: 2,
      preview: true,
      closing_balance: 1500.25,
    });
    const first = await importBank(text);
    expect(first).toMatchObject({ status: 'success', imported: 2, detected_format: 'ofx', closing_balance: 1500.25 });
    expect(await importBank(text)).toMatchObject({ imported: 0, duplicates: 2 });
    const [account] = await service.client.banking.accounts({});
    expect(account).toMatchObject({ account_id: 'B1', balance: 1500.25, balance_source: 'ofx_import' });
    expect(await service.client.imports.undo({ params: { run_id: first.run_id ?? '' } })).toMatchObject({
      transactions_removed: 2,
    });
    expect(await service.client.banking.accounts({})).toMatchObject([{ balance: null, balance_source: null }]);
  });

  it('without ids keeps two equal rows and adds none of them twice', async () => {
    const text = '!Type:Bank\nD1/2/2024\nT-4.00\nPCoffee\n^\nD1/2/2024\nT-4.00\nPCoffee\n^\n';
    expect(await importBank(text)).toMatchObject({ imported: 2, detected_format: 'qif' });
    expect(await importBank(text)).toMatchObject({ imported: 0, duplicates: 2 });
    expect(await importBank(`${text}D1/2/2024\nT-4.00\nPCoffee\n^\n`)).toMatchObject({ imported: 1, duplicates: 2 });
  });

  it('of an unknown bank is read by a saved profile, and by nothing else when one is named', async () => {
    const text = 'Wann;Wer;Soll und Haben\n05.02.2024;Bäckerei;4,20\n06.02.2024;Gehalt;-1.500,00\n';
    await service.client.banking.saveProfile({
      params: { name: 'card' },
      body: {
        columns: { date: 'Wann', payee: 'Wer', amount: 'Soll und Haben' },
        invert_sign: true,
        decimal_mark: ',',
        date_order: 'dmy',
        currency: 'EUR',
      },
    });
    expect(await service.client.banking.profiles({})).toMatchObject([
      { name: 'card', invert_sign: true, kind: 'bank' },
    ]);
    const body = { account_id: 'B1', file: file(text), profile: 'card' };
    expect(await service.client.banking.importStatement({ body })).toMatchObject({
      imported: 2,
      detected_format: 'csv',
    });
    expect(await service.client.banking.importStatement({ body })).toMatchObject({ imported: 0, duplicates: 2 });
    const { items } = await service.client.banking.transactions({ query: { account_id: 'B1', from: '2024-02-05' } });
    expect(items.map(({ date, amount, currency }) => ({ date, amount, currency }))).toEqual([
      { date: '2024-02-06', amount: 1500, currency: 'EUR' },
      { date: '2024-02-05', amount: -4.2, currency: 'EUR' },
    ]);

    const other = await service.client.banking.importStatement({
      body: { ...body, file: file('Date,Description,Amount\n2024-02-07,Lunch,-9.00\n') },
    });
    expect(other).toMatchObject({ imported: 0, warnings: [expect.stringContaining('"card"')] });
    await service.client.banking.removeProfile({ params: { name: 'card' } });
    await expect(service.client.banking.importStatement({ body })).rejects.toMatchObject({ status: 404 });
    await expect(
      service.client.banking.saveProfile({ params: { name: 'x' }, body: { columns: { date: 'Wann' } } }),
    ).rejects.toMatchObject({ status: 422 });
  });

  it('leaves out what is not booked yet', async () => {
    const camt =
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"><BkToCstmrAcctRpt><Rpt><Acct><Id><IBAN>DE1</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">3.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2024-02-02</Dt></BookgDt></Ntry></Rpt></BkToCstmrAcctRpt></Document>';
    expect(await importBank(camt)).toMatchObject({ imported: 0, skipped: 1 });
  });

  it('takes submitted transactions and checks them against the balance', async () => {
    await service.client.banking.setBalance({
      params: { account_id: 'B1' },
      body: { balance: 100, as_of_date: '2024-02-01' },
    });
    const body = {
      account_id: 'B1',
      transactions: [{ date: '2024-02-02', amount: -30, description: 'Books' }],
      closing_balance: 70,
    };
    expect(await service.client.banking.submit({ body })).toMatchObject({
      imported_count: 1,
      balance_match: true,
      balance_drift: 0,
    });
    const again = await service.client.banking.submit({ body: { ...body, closing_balance: 50 } });
    expect(again).toMatchObject({ imported_count: 0, duplicate_count: 1, balance_match: false, balance_drift: 10 });
    await expect(
      service.client.banking.submit({
        body: { account_id: 'B1', transactions: [{ date: '2999-01-01', amount: 1, description: 'x' }] },
      }),
    ).rejects.toMatchObject({ status: 422 });
  });

  it('takes the security a dividend was paid on, by hand or later, and what its form says of it', async () => {
    const { client } = service;
    const row = { date: '2024-02-06', amount: 5, description: 'Payment', category: 'ach_credit' } as const;
    await client.banking.submit({ body: { account_id: 'B1', transactions: [row] } });
    const find = async () =>
      (await client.banking.transactions({ query: { account_id: 'B1' } })).items.find(({ date }) => date === row.date);
    const before = await find();
    // The person's decision is not lost.
    expect(before).toMatchObject({ category: 'ach_credit', symbol: null, qualified: null });
    const params = { transaction_id: before?.id ?? 0 };
    await expect(client.banking.change({ params, body: { qualified: true } })).rejects.toMatchObject({ status: 422 });
    const body = { category: 'dividend', symbol: 'ko', qualified: true } as const;
    expect(await client.banking.change({ params, body })).toMatchObject({
      ...body,
      symbol: 'KO',
      id: params.transaction_id,
    });
    await client.banking.change({ params, body: { category: 'interest', symbol: null } });
    expect(await find()).toMatchObject({ category: 'interest', symbol: null, qualified: null });
    const none = { transaction_id: 999_999 };
    await expect(client.banking.change({ params: none, body })).rejects.toMatchObject({ status: 404 });
  });
});

it('every open sample adds nothing when it is imported again', async (ctx) => {
  await withAccount(service.client, 'S1');
  await service.client.accounts.create({ body: { account_id: 'S2', name: 'Samples', account_type: 'bank' } });
  const root = resolve(import.meta.dirname, '../../..', process.env['ZORIVEST_CASES'] ?? '../shared/data', 'journal');
  const read = (path: string) => {
    try {
      return readFileSync(resolve(root, path));
    } catch {
      return ctx.skip(`no case file ${path}`);
    }
  };
  for (const path of [
    'brokers/files/schwab/wealthfolio_schwab_no_title_row.csv',
    'brokers/files/fidelity/History_for_Account_X8YYYYYYY.csv',
    'brokers/files/tastytrade/elch78_stockTrade.csv',
    'ibkr_flex/testIBFlexStatementFile07.xml',
  ]) {
    const body = { account_id: 'S1', file: file(read(path), path) };
    const first = await service.client.imports.brokerCsv({ body });
    const added = first.imported + first.cash_imported + first.events_imported;
    expect(added).toBeGreaterThan(0);
    const again = await service.client.imports.brokerCsv({ body });
    expect(again).toMatchObject({ imported: 0, cash_imported: 0, events_imported: 0, duplicates: added });
  }
  for (const path of [
    'bank/ofx/ofxparse__suncorp.ofx',
    'bank/ofx/actual__html-vals.qfx',
    'bank/mt940/cmxl__mt940.sta', // of three accounts
    'bank/qif/actual__data-payee-memo.qif',
    'bank/camt/camt053.v2.minimal.xml',
  ]) {
    const accounts = { '45050050/76198810': 'S2', '10020030/1234567': 'S2', 'BPHKPLPK/320000546101': 'S2' };
    const body = {
      account_id: 'S2',
      file: file(read(path), path),
      ...(path.includes('mt940') ? { accounts } : {}),
    };
    const first = await service.client.banking.importStatement({ body });
    expect(first.imported).toBeGreaterThan(0);
    expect(await service.client.banking.importStatement({ body })).toMatchObject({
      imported: 0,
      duplicates: first.imported,
    });
  }
});
