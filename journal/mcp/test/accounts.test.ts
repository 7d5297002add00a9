import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

let bench: Bench;
let claude: Assistant;
let folder: string;
let secrets: string;

const CSV = `Date,Time,Symbol,Side,Quantity,Price,Commission
2026-03-02,10:00:00,AAPL,BUY,10,190.50,1.00
2026-03-03,11:00:00,AAPL,SELL,10,195.50,1.00
`;
const OFX = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301<DTEND>20260331
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260305<TRNAMT>1500.00<FITID>F1<NAME>Salary</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>2500.00<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

beforeAll(async () => {
  bench = await openBench();
  folder = mkdtempSync(join(tmpdir(), 'statements-'));
  secrets = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  writeFileSync(join(folder, 'trades.csv'), CSV);
  writeFileSync(join(folder, 'bank.ofx'), OFX);
  writeFileSync(join(secrets, 'keys.csv'), 'secret,stuff\n1,2\n');
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  await bench.api.accounts.create({ body: { account_id: 'bank', name: 'Bank', account_type: 'bank' } });
  const host = { env: {}, home: folder, cwd: folder };
  claude = await bench.connect('claude-code', { server: { host } });
});
afterAll(async () => {
  await bench.close();
  for (const one of [folder, secrets]) rmSync(one, { recursive: true });
});

describe('files', () => {
  it('of a broker come in once', async () => {
    const file = { file_path: 'trades.csv', account_id: 'main' };
    // No broker's columns: what was guessed is shown first.
    const asked = (await claude.call('import_broker_csv', file)).data;
    expect(asked).toMatchObject({ needs_review: true, imported: 0, review: { columns: { symbol: 'Symbol' } } });
    const { review_id } = asked.review as { review_id: string };
    const args = { ...file, accept: true, review_id };
    expect((await claude.call('import_broker_csv', args)).data).toMatchObject({ status: 'success', imported: 2 });
    expect((await claude.call('import_broker_csv', args)).data).toMatchObject({ imported: 0, duplicates: 2 });
    expect((await claude.call('list_trades')).data.total).toBe(2);
  });

  it('of a bank bring transactions and a balance', async () => {
    const args = { file_path: '~/bank.ofx', account_id: 'bank' };
    const { data } = await claude.call('import_bank_statement', args);
    expect(data).toMatchObject({ imported: 1, closing_balance: 2500 });
    const list = await claude.call('list_bank_accounts');
    expect(list.data.items).toMatchObject([{ account_id: 'bank', balance: 2500 }]);
  });

  it.each([
    ['that is not there', 'import_broker_csv', 'missing.csv', 'There is no file'],
    ['of another kind', 'import_broker_pdf', 'trades.csv', '.pdf'],
    ['outside the allowed folders', 'import_broker_csv', '/etc/passwd', 'outside the folders'],
    ['that climbs out', 'import_broker_csv', `${'../'.repeat(20)}etc/passwd`, 'outside the folders'],
    ['that is a link to elsewhere', 'import_broker_csv', 'link.csv', 'outside the folders'],
    ['that is a folder', 'import_broker_csv', 'folder.csv', 'not a file'],
  ])('%s are refused before anything is sent', async (_, tool, file_path, message) => {
    if (file_path === 'link.csv') symlinkSync(join(secrets, 'keys.csv'), join(folder, 'link.csv'));
    if (file_path === 'folder.csv') mkdirSync(join(folder, 'folder.csv'));
    const { isError, data } = await claude.call(tool, { file_path, account_id: 'main' });
    expect(isError).toBe(true);
    expect(data.code).toBe('invalid_arguments');
    expect(data.message).toContain(message);
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  it('may come from where the owner says', async () => {
    const host = { env: { ZORIVEST_IMPORT_ROOTS: secrets }, home: folder, cwd: folder };
    const other = await bench.connect('claude-code', { server: { host } });
    const args = { file_path: join(folder, 'trades.csv'), account_id: 'main' };
    expect((await other.call('import_broker_csv', args)).data.message).toContain('outside the folders');
    const allowed = await other.call('import_broker_csv', { ...args, file_path: join(secrets, 'keys.csv') });
    expect(JSON.stringify(allowed.data)).not.toContain('outside the folders');
  });
});

describe('brokers', () => {
  it('that are not set up are not listed, and cannot be synced', async () => {
    expect((await claude.call('list_brokers')).data).toEqual({ items: [], count: 0 });
    const { isError, data } = await claude.call('sync_broker', { broker_id: 'unknown' });
    expect(isError).toBe(true);
    expect(data.code).toBe('not_found');
  });

  it('is not set up: the person is sent to the page where they sign in, by its plain address', async () => {
    const pages: string[] = [];
    const able = await bench.connect('claude', { opens: (url) => pages.push(url) });
    const { isError, data } = await able.call('sync_broker', { broker_id: 'ibkr_pro' });
    expect(isError).toBe(true);
    expect(data.message).toContain('not set up');
    expect(pages).toEqual([new URL('/imports', bench.service.url).href]);
  });
});

describe('the checklist', () => {
  it('names what is out of date and what to do', async () => {
    await bench.api.accounts.create({ body: { account_id: 'old', name: 'Old', account_type: 'bank' } });
    const { data } = await claude.call('get_account_review_checklist');
    expect(data).toMatchObject({ review_scope: 'stale_only', stale_threshold_days: 7 });
    expect(data.accounts).toContainEqual(expect.objectContaining({ type: 'bank', id: 'old', is_stale: true }));
    const all = await claude.call('get_account_review_checklist', { scope: 'bank_only', stale_threshold_days: 3650 });
    expect((all.data.accounts as unknown[]).length).toBe(2);
    expect(all.data.accounts_needing_review).toBe(1);
  });

  it('sees every account of the book once, those that no broker syncs too', async () => {
    await bench.api.accounts.create({ body: { account_id: 'by-hand', name: 'By hand', account_type: 'ira' } });
    const { data } = await claude.call('get_account_review_checklist', { scope: 'all' });
    const listed = (data.accounts as { id: string }[]).map(({ id }) => id);
    const brokers = await bench.api.brokers.list({ query: {} });
    const synced = new Set(brokers.map(({ account_id }) => account_id));
    const accounts = (await bench.api.accounts.list()).map(({ account_id }) => account_id);
    const expected = [...accounts.filter((id) => !synced.has(id)), ...brokers.map(({ broker_id }) => broker_id)];
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(data.accounts).toContainEqual(
      expect.objectContaining({
        id: 'by-hand',
        is_stale: true,
        suggested_action: expect.stringContaining('import_broker_csv') as string,
      }),
    );
  });
});

describe('codes', () => {
  it('with a wrong check digit are named, not looked up', async () => {
    const { data } = await claude.call('resolve_identifiers', {
      identifiers: [{ id_type: 'isin', id_value: 'US0378331006' }],
    });
    expect(data.items).toMatchObject([{ id_value: 'US0378331006', resolved: false }]);
    expect(data.items).not.toMatchObject([{ ticker: expect.anything() as unknown }]);
  });
});
