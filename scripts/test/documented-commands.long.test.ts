// Checks the documented commands of perf and swimmy against the help of each program; and runs the guides for newcomers
// block by block in an empty folder, with the programs as they are installed from their packages.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { packPublished } from '../release/packing.ts';
import { blocksOf, documentedCommands } from '../documented-commands.ts';

const root = join(import.meta.dirname, '../..');
const programs: Readonly<Record<string, string>> = {
  'mcp-perf-server': 'perf/bin/mcp-perf-server.js',
  'swimmy-mcp': 'swimmy/bin/swimmy-mcp.js',
  'swimmy-worker': 'swimmy/bin/swimmy-worker.js',
};
const documented = documentedCommands(root, Object.keys(programs));

it.each(Object.keys(programs))('every documented command of %s has its options', (name) => {
  const mine = documented.filter(({ program }) => program === name);
  expect(mine.length).toBeGreaterThan(1);
  const helps = new Map<string, string>();
  const helpOf = (...words: string[]) => {
    const key = words.join(' ');
    if (!helps.has(key)) {
      const ran = spawnSync(process.execPath, [join(root, programs[name] ?? ''), ...words, '--help'], {
        encoding: 'utf8',
      });
      helps.set(key, ran.status === 0 ? ran.stdout : '');
    }
    return helps.get(key) ?? '';
  };
  const faults = mine.flatMap(({ file, args }) => {
    const [word] = args;
    const command = word === undefined || word.startsWith('-') ? [] : [word];
    const help = helpOf(...command);
    const line = `${file}: ${name} ${args.join(' ')}`;
    if (help === '') return [`${line}: there is no such command`];
    const options = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0] ?? arg);
    // An option of a subcommand is in the help of that subcommand.
    const all = help + (args[1]?.startsWith('-') === false ? helpOf(...command, args[1]) : '');
    return options.filter((option) => !all.includes(option)).map((option) => `${line}: there is no ${option}`);
  });
  expect(faults).toEqual([]);
});

describe('a guide, typed by a newcomer', () => {
  const work = mkdtempSync(join(tmpdir(), 'newcomer-'));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [join(work, 'global/bin'), join(work, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: work,
    npm_config_prefix: join(work, 'global'),
    npm_config_cache: process.env['npm_config_cache'] ?? join(process.env['HOME'] ?? work, '.npm'),
    // Whatever else runs on this machine has the usual ports.
    ZORIVEST_API_PORT: '0',
    ZORIVEST_MCP_PORT: '0',
    SWIMMY_PORT_EXTERNAL: '25659',
    SWIMMY_PORT_BACKTEST_REQ: '25680',
    SWIMMY_PORT_BACKTEST_RES: '25681',
  };
  const tarballs = new Map<string, string>();
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    // Inside of the repository: the packages that stay packages are found above it.
    const staged = join(root, 'dist/newcomer');
    const names = ['zorivest', 'mcp-perf-server', 'swimmy-mcp'];
    for (const { name, file } of await packPublished(join(work, 'npm'), staged, names))
      tarballs.set(name, join(work, 'npm', file));
    rmSync(staged, { recursive: true });
    mkdirSync(join(work, 'bin'));
    // As it answers on a machine without a browser.
    writeFileSync(join(work, 'bin/xdg-open'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  }, 300_000);
  afterEach(async () => {
    for (const child of started.splice(0)) {
      if (child.exitCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  const newFolder = (): string => mkdtempSync(join(work, 'folder-'));

  /** Starts a shell with the script of a page, but installs the packages of this build. */
  function startShell(cwd: string, script: string, input = '') {
    const text = script.replaceAll(/^npm install --global (\S+)/gm, (line, name: string) =>
      line.replace(name, tarballs.get(name) ?? name),
    );
    const child = spawn('bash', ['-euo', 'pipefail', '-c', text], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    started.push(child);
    child.stdin.end(input);
    let output = '';
    for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { child, output: () => output };
  }

  /** Runs a script to its end; returns its exit status and all its output. */
  async function type(cwd: string, script: string, input = ''): Promise<{ status: unknown; output: string }> {
    const { child, output } = startShell(cwd, script, input);
    const [status] = (await once(child, 'close')) as [unknown];
    return { status, output: output() };
  }

  it('a gate in CI: a page that got slower ends with 1, and so does one that fails', async () => {
    let delay = 5;
    const server = createServer((request, response) => {
      setTimeout(() => response.end('<h1>A page</h1>'), request.url === '/shop' ? delay : 5);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [before = '', after = '', examples = ''] = blocksOf(root, 'docs/guides/gate-in-ci.md', 'sh').map((block) =>
      block.replaceAll('localhost:8080', address),
    );
    const folder = newFolder();
    expect(await type(folder, before)).toMatchObject({ status: 0 });
    delay = 250;
    const judged = await type(folder, after);
    expect(judged).toMatchObject({
      status: 1,
      output: expect.stringMatching(/Regressions: endpoints\n.*\/shop/) as unknown,
    });
    expect(await type(newFolder(), examples)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/ 500 {2}\S.*orders/) as unknown,
    });
  });

  it('your first strategy: checked, run, and a report of it', async () => {
    const [two = '', idea = ''] = blocksOf(root, 'docs/guides/first-strategy.md', 'sh');
    const [cross = ''] = blocksOf(root, 'docs/guides/first-strategy.md', 'json');
    // The worker is left running in the terminal; here it ends with it.
    const script = `trap 'kill $(jobs -p)' EXIT\n${two}cat > cross.json <<'END'\n${cross}END\n${idea}`;
    const { status, output } = await type(newFolder(), script);
    expect({ status, output }).toMatchObject({
      status: 0,
      output: expect.stringContaining('cross.json can be run') as unknown,
    });
    expect(output).toMatch(/trades +\d+\n/);
    expect(output).toMatch(/\/strategies\/reports\/\S+\.html\n$/);
  });

  it('swimmy: its sample, from nothing to a report', async () => {
    const [block = ''] = blocksOf(root, 'swimmy/README.md', 'sh');
    const { status, output } = await type(newFolder(), `trap 'kill $(jobs -p)' EXIT\n${block}`);
    expect({ status, output }).toMatchObject({ status: 0, output: expect.stringMatching(/\.html\n$/) as unknown });
    expect(output).toContain('best of 9 runs');
  });

  /** Types the lines of a guide one by one, with the passphrase where needed; returns the output of each. `up` runs until the test ends. */
  async function typeLines(folder: string, lines: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const outputs = new Map<string, string>();
    for (const line of lines) {
      const command = (line.split(/ {2,}#/)[0] ?? '').trim();
      if (command === 'zorivest up') {
        const up = startShell(folder, `exec ${command}`);
        await expect.poll(up.output, { timeout: 60_000 }).toContain('Zorivest is up');
        continue;
      }
      const done = await type(folder, command, 'a passphrase of the evening');
      expect({ command, ...done }).toMatchObject({ status: 0 });
      outputs.set(command, done.output);
    }
    return outputs;
  }

  const linesOf = (guide: string) =>
    blocksOf(root, `docs/guides/${guide}.md`, 'sh').flatMap((block) => block.trim().split('\n'));

  it('your first evening: a book, a statement, an assistant, a backup', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'statement.csv'), STATEMENT);
    const outputs = await typeLines(folder, ['npm install --global zorivest', ...linesOf('first-evening')]);
    expect(outputs.get('zorivest open')).toMatch(/^No browser .*\nhttp:\S+#t=tkt_\S+\n$/);
    expect(outputs.get('zorivest import statement.csv --account main --preview')).toContain('would be imported');
    expect(outputs.get('zorivest import statement.csv --account main')).toMatch(/3 {2}trades\n.*imports undo/);
    expect(outputs.get('zorivest backup')).toContain('verified');
    expect(outputs.get('zorivest doctor')).not.toMatch(/^(?!ok |$)/m);
  });

  it('tax season, then reconciling: the forms of a year, and a statement reconciled with the book', async () => {
    const folder = newFolder();
    env['ZORIVEST_HOME'] = join(folder, 'book');
    onTestFinished(() => void delete env['ZORIVEST_HOME']);
    for (const [name, text] of Object.entries(YEAR)) writeFileSync(join(folder, name), text);
    // Asked at a terminal whether it is so.
    const season = linesOf('tax-season').map((line) => line.replace(/^zorivest tax pay /, '$&--yes '));
    const install = 'npm install --global zorivest';
    const outputs = await typeLines(folder, [install, 'zorivest init', 'zorivest up', ...season]);
    expect(outputs.get('zorivest tax summary 2025')).toMatch(/total realized +100\n/);
    expect(outputs.get('zorivest tax 1099 2025')).toContain('basis: the form says 1805, the book 1800');
    expect(outputs.get('zorivest tax txf 2025 sales-2025.txf')).toContain('1 sale.');
    expect(readFileSync(join(folder, 'form-8949.csv'), 'utf8')).toContain('1900.00,1805.00');
    expect([...outputs].find(([command]) => command.includes('what-if'))?.[1]).toMatch(/\nGain 520; tax /);

    const stated = await typeLines(folder, ['zorivest import stated.csv --account main', ...linesOf('reconciling')]);
    expect(stated.get('zorivest reconcile')).toMatch(/position VTI: the statement says 2, the book 0/);
    expect((await typeLines(folder, ['zorivest reconcile main'])).get('zorivest reconcile main')).not.toContain(
      'book 0',
    );
  });
});

/** Invented. */
const STATEMENT = `Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time
Apple,AAPL,Buy,Filled,10,10,@185.00,184.95,DAY,01/02/2026 09:30:00 EST,01/02/2026 09:30:05 EST
Apple,AAPL,Sell,Filled,10,10,@190.00,190.05,DAY,01/06/2026 10:30:00 EST,01/06/2026 10:30:05 EST
Coca-Cola,KO,Buy,Filled,20,20,@70.00,70.00,DAY,02/10/2026 09:30:00 EST,02/10/2026 09:30:05 EST
`;

/** Invented: a year, the broker's form of it, which knows a fee more, and what it says is held. */
const YEAR = {
  '2025-all.csv': `Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time
Apple,AAPL,Buy,Filled,10,10,@180.00,180.00,DAY,01/15/2025 09:30:00 EST,01/15/2025 09:30:05 EST
Apple,AAPL,Sell,Filled,10,10,@190.00,190.00,DAY,03/20/2025 09:30:00 EST,03/20/2025 09:30:05 EST
Apple,AAPL,Buy,Filled,50,50,@200.00,200.00,DAY,10/01/2025 09:30:00 EST,10/01/2025 09:30:05 EST
`,
  '1099-2025.csv': `Description,Date Acquired,Date Sold,Proceeds,Cost Basis,Wash Sale Loss Disallowed,Quantity,Symbol
10 sh AAPL,01/15/2025,03/20/2025,1900.00,1805.00,0.00,10,AAPL
`,
  'stated.csv': `"Positions for account Individual ...456 as of 09:33 AM ET, 2025/12/31"

"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Gain $ (Gain/Loss $)","Security Type"
"VTI","VANGUARD TOTAL","2","300.00","$600.00","$580.00","$20.00","ETF"
`,
};
