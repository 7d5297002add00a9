// What a person does in the shell, from an empty folder to a filled book, without a REST call.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShell } from './shell.ts';

const shell = createShell();
const { run } = shell;
afterAll(() => shell.end());

const json = async (...args: string[]) => {
  const ran = await run([...args, '--json']);
  expect([ran.code, ran.err]).toEqual([0, '']);
  return ran.json();
};

let apiKey = '';
let taken = '';
beforeAll(async () => {
  apiKey = await shell.makeBook();
  // One service for all that follows: each command finds it by the note in the home.
  taken = new URL((await shell.up()).api).port;
  await run(['account', 'add', 'main', '--type', 'brokerage']);
});

describe('a new book', () => {
  it('has a first account: main, brokerage, in dollars', async () => {
    const home = ['--home', join(shell.folder, 'first')];
    const { account } = (await run(['init', '--json', ...home])).json();
    expect(account).toMatchObject({ account_id: 'main', name: 'main', account_type: 'broker', currency: 'USD' });
    expect(await json('account', 'list', ...home)).toMatchObject([{ account_id: 'main', name: 'main' }]);
  });

  it('has the account that was asked for, or is not made at all', async () => {
    const home = join(shell.folder, 'second');
    const asked = ['--home', home, '--account', 'Depot', '--type', 'ira', '--currency', 'EUR'];
    const made = (await run(['init', '--json', ...asked])).json();
    expect(made['account']).toMatchObject({ account_id: 'Depot', account_type: 'ira', currency: 'EUR' });
    const wrong = await run(['init', '--home', join(shell.folder, 'third'), '--type', 'piggybank']);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('brokerage, bank')]);
  });

  it('does not come up on a port that is taken, and says how to choose another', async () => {
    const up = ['up', '--home', join(shell.folder, 'second')];
    const api = await run([...up, '--api-port', taken]);
    expect([api.code, api.err]).toEqual([1, expect.stringContaining('--api-port or ZORIVEST_API_PORT')]);
    const mcp = await run([...up, '--api-port', '0', '--mcp-port', taken]);
    expect([mcp.code, mcp.err]).toEqual([1, expect.stringContaining('--mcp-port or ZORIVEST_MCP_PORT')]);
    expect(mcp.err).not.toContain('zorivest-mcp:');
  });

  it('says how to open an account where one is missing', async () => {
    const trade = ['--instrument', 'AAPL', '--action', 'BOT', '--quantity', '1', '--price', '1'];
    const { code, err } = await run(['trade', 'add', '--account', 'nowhere', ...trade]);
    expect(code).toBe(1);
    expect(err).toContain('zorivest account add');
    expect(err).toContain('manage_accounts');
  });
});

describe('accounts and money', () => {
  it('are opened by name, changed, put away and found by name', async () => {
    expect(await json('account', 'add', 'checking', '--type', 'bank')).toMatchObject({
      account_id: 'checking',
      name: 'checking',
      account_type: 'bank',
    });
    expect(await json('accounts', 'add', 'Roth: new', '--account-type', 'IRA')).toMatchObject({ name: 'Roth: new' });
    expect(await json('account', 'edit', 'Roth: new', '--name', 'Roth', '--is-tax-advantaged')).toMatchObject({
      name: 'Roth',
      is_tax_advantaged: true,
    });
    expect(await json('account', 'archive', 'roth')).toMatchObject({ is_archived: true });
    expect(await json('account', 'list')).toHaveLength(2);
    expect((await run(['account', 'list', '--include-archived'])).out).toContain('Roth');
  });

  it('have balances and cash', async () => {
    expect(await json('balance', 'add', 'main', '25000')).toMatchObject({ account_id: 'main', balance: 25_000 });
    expect(await json('balance', 'add', '--account', 'main', '--balance', '26000')).toMatchObject({ balance: 26_000 });
    const dividend = ['--date', '2026-03-16', '--amount', '12.5', '--description', 'Dividend KO'];
    expect(await json('cash', 'add', '--account', 'main', ...dividend, '--category', 'dividend')).toMatchObject({
      imported_count: 1,
    });
    expect(await json('cash', 'list', '--account', 'main')).toMatchObject({
      items: [{ amount: 12.5, category: 'dividend' }],
    });
  });
});

const buy = ['trade', 'add', '--exec-id', 'E-1', '--account', 'main', '--instrument', 'AAPL'];

describe('trades', () => {
  it('are recorded, listed, changed and, after a yes, deleted', async () => {
    const fill = ['--action', 'BOT', '--quantity', '10', '--price', '187.5', '--time', '2026-02-03T15:00:00Z'];
    expect(await json(...buy, ...fill, '--commission', '-0.25')).toMatchObject({ exec_id: 'E-1', commission: -0.25 });
    expect(await json('trade', 'list', '--instrument', 'AAPL')).toMatchObject({ total: 1 });
    expect(await json('trade', 'edit', 'E-1', '--commission', '1')).toMatchObject({ commission: 1 });
    const refused = await run(['trade', 'delete', 'E-1']);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('--yes')]);
    expect(await json('trade', 'list')).toMatchObject({ total: 1 });
    expect((await run(['trade', 'delete', 'E-1', '--yes'])).out).toBe('E-1 is deleted.\n');
    expect(await json('trade', 'list')).toMatchObject({ total: 0 });
  });

  it('are refused in the words of the options', async () => {
    const none = ['--action', 'BOT', '--quantity', '0', '--price', '1'];
    const wrong = await run([...buy, ...none]);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('--quantity')]);
    const noNumber = await run([...buy, '--quantity', 'ten']);
    expect([noNumber.code, noNumber.err]).toEqual([2, expect.stringContaining('--quantity must be a number')]);
    const missing = await run(['trade', 'edit']);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('<exec_id> is missing')]);
  });
});

describe('what the person writes', () => {
  it('plans, and says which trade a plan became', async () => {
    const fill = ['--action', 'BOT', '--quantity', '10', '--price', '187.5'];
    await json(...buy.with(3, 'E-2'), ...fill);
    const levels = ['--entry', '190', '--stop', '184', '--target', '205', '--conditions', 'close above 190'];
    const plan = await json('plan', 'add', '--ticker', 'AAPL', '--strategy-name', 'breakout', ...levels);
    expect(plan).toMatchObject({ status: 'draft', entry_price: 190 });
    expect(await json('plan', 'link', String(plan['id']), 'E-2')).toMatchObject({
      status: 'executed',
      linked_trade_id: 'E-2',
    });
    expect(await json('plan', 'list', '--status', 'executed')).toMatchObject({ total: 1 });
  });

  it('keeps a diary and watchlists', async () => {
    expect(await json('diary', 'add', 'A slow Friday', '--tags', 'review, patience')).toMatchObject({
      tags: ['review', 'patience'],
    });
    expect(await json('diary', 'list', '--tag', 'patience')).toMatchObject({ total: 1 });
    const tickers = ({ items }: Record<string, unknown>) => (items as { ticker: string }[]).map(({ ticker }) => ticker);
    expect(tickers(await json('watchlist', 'add', 'Core', 'aapl', 'MSFT'))).toEqual(['AAPL', 'MSFT']);
    expect(tickers(await json('watchlist', 'add', 'core', 'MSFT', 'SPY'))).toEqual(['AAPL', 'MSFT', 'SPY']);
    expect(tickers(await json('watchlist', 'remove', 'Core', 'SPY'))).toEqual(['AAPL', 'MSFT']);
    expect((await run(['watchlist', 'remove', 'Core'])).code).toBe(3);
    await json('watchlist', 'remove', 'Core', '--yes');
    expect(await json('watchlist', 'list')).toMatchObject({ total: 0 });
  });
});

it('a field that is refused inside a list is named as it was typed', async () => {
  const wrong = await run(['fx', 'set', 'today', 'EUR', 'USD', '1.08']);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('<date> must be')]);
});

describe('tax', () => {
  it('has a profile that is shown, made and changed, for this year and another', async () => {
    expect(await json('tax', 'profile', '--filing-status', 'single', '--agi-estimate', '90000')).toMatchObject({
      filing_status: 'single',
      agi_estimate: 90_000,
    });
    expect(await json('tax', 'profile')).toMatchObject({ agi_estimate: 90_000 });
    expect(await json('tax', 'profile', '--year', '2025', '--agi-estimate', '80000')).toMatchObject({ tax_year: 2025 });
    expect(await json('tax', 'profile', '--year', '2025')).toMatchObject({ agi_estimate: 80_000 });
  });

  it('has a summary, forms and payments', async () => {
    expect(await json('tax', 'summary', '--year', '2026')).toMatchObject({ tax_year: 2026 });
    // What it could not know stands under the figures.
    expect((await run(['tax', 'summary', '2024'])).out).toContain('There is no tax profile for 2024');
    expect((await run(['tax', 'forms', '8949', '--year', '2026'])).out).toContain(',');
    const payment = ['tax', 'pay', '--quarter', 'Q1', '--year', '2026', '--payment-amount', '500'];
    expect((await run(payment)).code).toBe(3);
    expect(await json(...payment, '--yes')).toMatchObject({ status: 'recorded', amount: 500 });
  });
});

describe('settings and those outside', () => {
  it('are set by the person, with secrets on stdin and never in an option', async () => {
    expect(await json('settings', 'set', 'logging.trades.level', 'DEBUG')).toMatchObject({ value: 'DEBUG' });
    expect(await json('settings', 'get', 'logging.trades.level')).toMatchObject({ value: 'DEBUG' });
    const wrong = await run(['settings', 'set', 'ui.theme', 'purple']);
    expect([wrong.code, wrong.err]).toEqual([1, 'zorivest: ui.theme: must be one of light, dark, system\n']);
    expect(Object.keys(await json('settings', 'get')).length).toBeGreaterThan(10);
    const secrets = { stdin: 'correct horse battery staple\nthe-password\n' };
    const mail = ['mail', 'set', '--smtp-host', '127.0.0.1', '--port', '1', '--username', 'me', '--security', 'NONE'];
    expect((await run([...mail, '--from-email', 'me@example.com', '--json'], secrets)).json()).toEqual({
      status: 'updated',
    });
    expect(await json('mail', 'test')).toMatchObject({ success: false });
    expect((await run(['provider', 'set', 'finnhub', '--json'], secrets)).json()).toEqual({ status: 'updated' });
    expect((await run(['providers', 'list'])).out).toMatch(/finnhub.*yes/);
    const unset = await run(['broker', 'set', 'alpaca_paper', '--account', 'main']);
    expect([unset.code, unset.err]).toEqual([1, expect.stringContaining('stdin has one line for each')]);
  });

  it('take the passphrase and never a key', async () => {
    const key = { env: { ZORIVEST_API_KEY: apiKey } };
    const refused = await run(['account', 'list'], { ...key, stdin: '' });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('passphrase')]);
    const wrong = await run(['account', 'list'], { ...key, stdin: 'not it' });
    expect([wrong.code, wrong.out]).toEqual([1, '']);
  });

  it('stop the assistant and let it go on', async () => {
    expect(await json('stop', '--reason', 'looks wrong')).toMatchObject({ is_locked: true, lifted_by: 'person' });
    expect(await json('resume')).toMatchObject({ is_locked: false });
  });
});

describe('statements', () => {
  const path = join(shell.folder, 'statement.ofx');
  beforeAll(() => {
    const row = (day: string, amount: string, id: string) =>
      `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>202603${day}<TRNAMT>${amount}<FITID>${id}<NAME>SHOP ${id}</STMTTRN>`;
    writeFileSync(
      path,
      `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${row('02', '-12.00', 'a')}${row('03', '-8.50', 'b')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`,
    );
  });

  it('are previewed, imported into the account that is named, listed and undone', async () => {
    const elsewhere = await run(['import', path]);
    expect([elsewhere.code, elsewhere.out]).toEqual([3, expect.stringContaining('--accounts 2=<account>')]);
    expect(await json('import', path, '--account', 'checking', '--preview')).toMatchObject({
      preview: true,
      run_id: null,
    });
    const done = await json('import', path, '--account', 'checking');
    expect(done).toMatchObject({ imported: 2, status: 'success' });
    expect(await json('import', path, '--account', 'checking')).toMatchObject({ imported: 0, duplicates: 2 });
    expect((await run(['imports', 'list'])).out).toContain('statement.ofx');
    const runId = String(done['run_id']);
    expect((await run(['imports', 'show', runId])).out).toContain('imported: 2');
    expect((await run(['imports', 'undo', runId])).code).toBe(3);
    expect(await json('imports', 'undo', runId, '--yes')).toMatchObject({ transactions_removed: 2 });
  });

  it('of several accounts are assigned by --accounts, once', async () => {
    await json('account', 'add', 'Second');
    const several = join(shell.folder, 'several.csv');
    const row = (account: string) => `${account},01/08/2024,01/10/2024,USD,E,B,IBM,5,160,09:30:01,0.1\n`;
    const head = 'Account,T/D,S/D,Currency,Type,Side,Symbol,Qty,Price,Exec Time,Comm\n';
    writeFileSync(several, head + row('Z1111') + row('Z 2222'));
    const asked = await run(['import', several, '--account', 'main']);
    expect([asked.code, asked.out]).toEqual([
      3,
      expect.stringContaining('--accounts Z1111=<account> --accounts "Z 2222"='),
    ]);
    const wrong = await run(['import', several, '--accounts', 'Z1111']);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--accounts U1234567=main')]);
    const nowhere = await run(['import', several, '--accounts', 'Z1111=nowhere']);
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('zorivest account add nowhere')]);
    const mapped = ['--accounts', 'Z1111=main', '--accounts', 'Z 2222=second'];
    expect(await json('import', several, ...mapped)).toMatchObject({ imported: 2, needs_review: false });
    expect(await json('trade', 'list', '--instrument', 'IBM', '--account', 'Second')).toMatchObject({ total: 1 });
  });

  it('that cannot be read are reported as such', async () => {
    const letter = join(shell.folder, 'letter.csv');
    writeFileSync(letter, 'Dear reader\nhow are you\n');
    const { code, out } = await run(['import', letter, '--account', 'main']);
    expect([code, out]).toEqual([1, expect.stringContaining('not imported')]);
    expect(out).not.toContain('imports undo');
  });

  it('report how what they state agrees with the book, and a Form 1099 how it agrees with Form 8949', async () => {
    const file = (name: string, text: string) => {
      writeFileSync(join(shell.folder, name), text);
      return join(shell.folder, name);
    };
    await run(['account', 'add', 'held', '--type', 'brokerage']);
    const trades = file(
      'held.csv',
      '"Transactions  for account Individual ...456 as of 04/01/2025"\n"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n"03/03/2025","Sell","VTI","VANGUARD TOTAL","4","$310.00","","$1,240.00"\n"01/03/2025","Buy","VTI","VANGUARD TOTAL","10","$290.00","","-$2,900.00"\n',
    );
    const stated = file(
      'stated.csv',
      '"Positions for account Individual ...456 as of 09:33 AM ET, 2025/04/30"\n\n"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Gain $ (Gain/Loss $)","Security Type"\n"VTI","VANGUARD TOTAL","8","300.00","$2,400.00","$2,320.00","$80.00","ETF"\n',
    );
    await run(['import', trades, '--account', 'held']);
    const { out } = await run(['import', stated, '--account', 'held']);
    expect(out).toMatch(
      /reconciled with the statement: \d+ equal, 1 open:\n {4}position VTI: The statement has 2 more/,
    );
    expect((await run(['reconcile', 'held'])).out).toContain('held: not reconciled yet, 1 open difference');
    const whatIf = await run(['tax', 'what-if', 'VTI', '2', '310', '--account', 'held', '--date', '2025-06-02']);
    expect(whatIf.out).toMatch(/GAIN LOSS[^]*\nGain 40; tax [\d.]+ \(federal [\d.]+, state \d/);
    const txf = join(shell.folder, 'sales.txf');
    expect((await run(['tax', 'txf', '2025', txf, '--account', 'held'])).out).toContain('1 sale.');
    const read = await run(['tax', '1099', '--file', txf, '--account', 'held']);
    expect(read.out).toContain('1 row has its sale in the book; nothing differs.');
  });

  it('that do not exist are reported before a passphrase is asked for', async () => {
    const { code, err } = await run(['import', 'nothing.csv'], { stdin: '' });
    expect([code, err]).toEqual([1, expect.stringContaining('there is no file nothing.csv')]);
  });
});
