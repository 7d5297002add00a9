/** What is in no toolset: the accounts, the imports, the open positions and what looks like a mistake. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'zorivest-extras-'));
let bench: Bench;
let claude: Assistant;
/** Takes forty tools, never lists again, and cannot be asked. */
let cursor: Assistant;
beforeAll(async () => {
  bench = await openBench();
  const server = { host: { home: folder, cwd: folder } };
  claude = await bench.connect('claude-code', { server });
  cursor = await bench.connect('cursor-vscode', { server });
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('accounts', () => {
  it('are opened, changed, put away and listed by the assistant', async () => {
    const missing = await claude.call('create_trade', {
      exec_id: 'E-1',
      instrument: 'AAPL',
      action: 'BOT',
      quantity: 1,
      price: 1,
      account_id: 'depot',
    });
    expect(missing.data.message).toContain('manage_accounts');
    const made = await claude.call('manage_accounts', { action: 'add', name: 'depot', currency: 'EUR' });
    expect(made.data).toMatchObject({ account_id: 'depot', account_type: 'broker', currency: 'EUR' });
    const edit = { action: 'edit', account_id: 'depot', institution: 'A Bank' };
    expect((await claude.call('manage_accounts', edit)).data).toMatchObject({ institution: 'A Bank' });
    const listed = await claude.call('list_accounts');
    expect(listed.data.items).toContainEqual(expect.objectContaining({ account_id: 'depot', name: 'depot' }));
    await claude.call('manage_accounts', { action: 'archive', account_id: 'depot' });
    expect((await claude.call('list_accounts')).data.items).not.toContainEqual(
      expect.objectContaining({ account_id: 'depot' }),
    );
    expect((await claude.call('manage_accounts', { action: 'edit' })).data.message).toContain('account_id');
  });
});

describe('money that no statement brings', () => {
  it('is recorded by the assistant, a dividend with its security and what its form says of it', async () => {
    await claude.call('manage_accounts', { action: 'add', name: 'cash' });
    const dividend = { date: '2026-03-02', amount: 12.5, description: 'Dividend', category: 'dividend', symbol: 'ko' };
    const made = await claude.call('record_cash', { account_id: 'cash', ...dividend, qualified: true });
    expect(made.data).toMatchObject({ imported_count: 1, duplicate_count: 0 });
    const { items } = await bench.api.banking.transactions({ query: { account_id: 'cash' } });
    expect(items).toMatchObject([{ amount: 12.5, category: 'dividend', symbol: 'KO', qualified: true }]);
    const fee = { ...dividend, category: 'fee', qualified: false };
    const refused = await claude.call('record_cash', { account_id: 'cash', ...fee });
    expect(refused.data.message).toContain('only applies to dividends');
  });
});

describe('a broker’s Form 1099', () => {
  it('is compared with the book where a year is named, each difference with its row, and not where none is', async () => {
    await bench.api.accounts.create({ body: { account_id: 'form', name: 'form', account_type: 'broker' } });
    const fill = { account_id: 'form', instrument: 'FRMX', quantity: 10 } as const;
    await bench.api.trades.create({ body: { ...fill, action: 'BOT', price: 40, time: '2025-01-06T15:00:00Z' } });
    await bench.api.trades.create({ body: { ...fill, action: 'SLD', price: 46, time: '2025-01-20T15:00:00Z' } });
    const text =
      'Description,Symbol,Quantity,Date acquired,Date sold,Proceeds,Cost or other basis,Wash sale loss disallowed,Box\n' +
      'FORM WORKS,FRMX,10,01/06/2025,01/20/2025,460.00,390.00,0,A\n';
    await bench.api.tax.import1099({
      body: { account_id: 'form', file: { bytes: new TextEncoder().encode(text), name: '1099.csv' } },
    });
    const year = await claude.call('reconcile_accounts', { tax_year: 2025, account_id: 'form' });
    expect(year.data.forms_1099).toMatchObject({
      forms: 1,
      matched: 1,
      total: 1,
      differences: [{ kind: 'basis', instrument: 'FRMX', row: 2 }],
    });
    const other = await claude.call('reconcile_accounts', { tax_year: 2024 });
    expect(other.data.forms_1099).toMatchObject({ forms: 0, matched: 0, total: 0 });
    expect((await claude.call('reconcile_accounts', {})).data).not.toHaveProperty('forms_1099');
    expect((await claude.call('reconcile_accounts', { tax_year: 1900 })).data.code).toBe('invalid_arguments');
  });
});

describe('a client that takes forty tools and never lists again', () => {
  it('finds a tool of a toolset it has not and calls it, without a restart', async () => {
    expect((await cursor.names()).length).toBeLessThanOrEqual(40);
    const found = await cursor.call('tool_search', { query: 'wash sales', limit: '3' });
    expect(found.data.results).toContainEqual(
      expect.objectContaining({ name: 'find_wash_sales', call_with: 'call_read' }),
    );
    const answer = await cursor.call('call_read', { name: 'find_wash_sales', arguments: { ticker: null } });
    expect(answer.isError).toBe(false);
    const described = await cursor.call('describe_toolset', { toolset_name: 'tax' });
    const tools = described.data.tools as { name: string; call_with?: string; input_schema?: object }[];
    expect(tools.every(({ call_with, input_schema }) => call_with !== undefined && input_schema !== undefined)).toBe(
      true,
    );
  });

  it('reaches the extras it is not shown', async () => {
    const positions = await cursor.call('call_read', { name: 'list_positions', arguments: {} });
    expect(positions.data).toMatchObject({ items: [] });
    expect((await cursor.call('call_read', { name: 'list_suspects' })).isError).toBe(false);
  });
});

describe('questions of a trader', () => {
  const trade = async (args: Record<string, unknown>) => {
    const { isError } = await claude.call('create_trade', { account_id: 'day', ...args });
    expect(isError).toBe(false);
  };

  beforeAll(async () => {
    await claude.call('manage_accounts', { action: 'add', name: 'day' });
    // Monday 2026-03-02: +100 on AAPL long; Tuesday: -40 on MSFT short and -10 on AAPL long.
    const at = (time: string) => ({ time: `2026-03-0${time}:00Z` });
    await trade({ instrument: 'AAPL', action: 'BOT', quantity: 10, price: 100, ...at('2T15:00') });
    await trade({ instrument: 'AAPL', action: 'SLD', quantity: 10, price: 110, ...at('2T16:00') });
    await trade({ instrument: 'MSFT', action: 'SLD', quantity: 10, price: 50, ...at('3T15:00') });
    await trade({ instrument: 'MSFT', action: 'BOT', quantity: 10, price: 54, ...at('3T15:30') });
    await trade({ instrument: 'AAPL', action: 'BOT', quantity: 10, price: 100, ...at('3T17:00') });
    await trade({ instrument: 'AAPL', action: 'SLD', quantity: 10, price: 99, ...at('3T17:30') });
  });

  it('which day, which side, which symbol: one call each, also where the tool is not listed', async () => {
    const weekdays = await claude.call('get_breakdown', { by: 'weekday', account_id: 'day' });
    expect(weekdays.data).toMatchObject({ best: 'Monday', worst: 'Tuesday', currency: 'USD', trade_count: 3 });
    const sides = await cursor.call('get_breakdown', { by: 'side', account_id: 'day', metric: 'win_rate' });
    expect(sides.data).toMatchObject({ best: 'long', worst: 'short' });
    const two = await claude.call('get_breakdown', { by: 'instrument', names: 'aapl,msft', sort: 'worst', limit: 1 });
    expect(two.data).toMatchObject({ parts: [{ name: 'MSFT', total_pnl: -40 }], total: 2 });
    const none = await claude.call('get_breakdown', { by: 'moon' });
    expect(none.data.code).toBe('invalid_arguments');
  });

  it('the worst trades, and only the losers', async () => {
    const worst = await claude.call('get_round_trips', { sort: 'pnl', limit: 2, account_id: 'day' });
    expect(worst.data.items).toMatchObject([{ pnl: -40 }, { pnl: -10 }]);
    const losers = await cursor.call('get_round_trips', { result: 'loss', direction: 'long', account_id: 'day' });
    expect(losers.data.items).toMatchObject([{ instrument: 'AAPL', pnl: -10 }]);
  });

  it('today is a period, and a calendar says what is missing', async () => {
    const today = await claude.call('get_round_trips', { period: 'today', account_id: 'day' });
    expect(today.data).toMatchObject({ items: [], period: 'today' });
    const nothing = await claude.call('get_market_calendar', { kind: 'earnings' });
    expect(nothing.data).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('ticker') as string,
    });
    const refused = await claude.call('get_market_calendar', { kind: 'economic' });
    expect(refused.data.code).toBe('provider_unavailable');
    const turned = { kind: 'dividends', ticker: 'KO', start_date: '2026-02-01', end_date: '2026-01-01' };
    expect((await claude.call('get_market_calendar', turned)).data.code).toBe('invalid_arguments');
  });
});

describe('imports', () => {
  it('are listed, looked into and, after a confirmation, undone', async () => {
    await bench.api.accounts.create({ body: { account_id: 'checking', name: 'checking', account_type: 'bank' } });
    const row = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260302<TRNAMT>-12.00<FITID>a<NAME>SHOP</STMTTRN>';
    const path = join(folder, 'statement.ofx');
    writeFileSync(
      path,
      `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${row}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`,
    );
    const done = await claude.call('import_bank_statement', { file_path: path, account_id: 'checking' });
    const run_id = String(done.data.run_id);
    expect((await claude.call('list_imports')).data.items).toContainEqual(expect.objectContaining({ run_id }));
    expect((await cursor.call('manage_imports', { action: 'show', run_id })).data).toMatchObject({
      run_id,
      imported: 1,
    });

    const undo = { action: 'undo', run_id };
    expect((await cursor.call('manage_imports', undo)).data.code).toBe('confirmation_required');
    const { token } = (await cursor.call('get_confirmation_token', { action: 'manage_imports', params: undo })).data;
    const undone = await cursor.call('manage_imports', { ...undo, confirmation_token: token });
    expect(undone.data).toMatchObject({ run_id, transactions_removed: 1 });
  });

  it('and the other acts of the person have a name a token can be asked for', async () => {
    for (const action of ['imports.undo', 'backups.restore', 'auth.createKey', 'config.import']) {
      const { token } = await bench.api.confirmations.issue({ body: { action, params_summary: 'a test' } });
      expect(token).not.toBe('');
    }
  });
});
