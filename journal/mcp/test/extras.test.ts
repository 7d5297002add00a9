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

describe('imports', () => {
  it('are listed, looked into and, after a confirmation, taken back', async () => {
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
