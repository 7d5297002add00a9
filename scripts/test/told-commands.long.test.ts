// What our pages tell people to type of perf and swimmy, held against what each program says of itself; and the guides a newcomer
// begins with, typed block by block in an empty folder, with the programs as they are installed from their packages.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { packPublished } from '../release/packing.ts';
import { blocksOf, toldCommands } from '../told-commands.ts';

const root = join(import.meta.dirname, '../..');
const programs: Readonly<Record<string, string>> = {
  'mcp-perf-server': 'perf/bin/mcp-perf-server.js',
  'swimmy-mcp': 'swimmy/bin/swimmy-mcp.js',
  'swimmy-worker': 'swimmy/bin/swimmy-worker.js',
};
const told = toldCommands(root, Object.keys(programs));

it.each(Object.keys(programs))('every command of %s that a page tells people to type has its options', (name) => {
  const mine = told.filter(({ program }) => program === name);
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
    // An option of a command below this one stands in that one's help.
    const all = help + (args[1]?.startsWith('-') === false ? helpOf(...command, args[1]) : '');
    return options.filter((option) => !all.includes(option)).map((option) => `${line}: there is no ${option}`);
  });
  expect(faults).toEqual([]);
});

describe('a guide, typed by a newcomer', () => {
  const work = mkdtempSync(join(tmpdir(), 'newcomer-'));
  const env = {
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

  /** Starts a shell with what a page has, except that what is installed is the package of this build. */
  function startShell(cwd: string, script: string, input = '') {
    const text = script.replaceAll(/^npm install --global (\S+)/gm, (line, name: string) =>
      line.replace(name, tarballs.get(name) ?? name),
    );
    const child = spawn('bash', ['-euo', 'pipefail', '-c', text], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    started.push(child);
    child.stdin.end(input);
    let said = '';
    for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return { child, said: () => said };
  }

  /** Types it to its end: how it ended, and all it said. */
  async function type(cwd: string, script: string, input = ''): Promise<{ status: unknown; said: string }> {
    const { child, said } = startShell(cwd, script, input);
    const [status] = (await once(child, 'close')) as [unknown];
    return { status, said: said() };
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
      said: expect.stringMatching(/Regressions: endpoints\n.*\/shop/) as unknown,
    });
    expect(await type(newFolder(), examples)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/ 500 {2}\S.*orders/) as unknown,
    });
  });

  it('your first strategy: checked, run, and a report of it', async () => {
    const [two = '', idea = ''] = blocksOf(root, 'docs/guides/first-strategy.md', 'sh');
    const [cross = ''] = blocksOf(root, 'docs/guides/first-strategy.md', 'json');
    // The worker is left running in the terminal; here it ends with it.
    const script = `trap 'kill $(jobs -p)' EXIT\n${two}cat > cross.json <<'END'\n${cross}END\n${idea}`;
    const { status, said } = await type(newFolder(), script);
    expect({ status, said }).toMatchObject({
      status: 0,
      said: expect.stringContaining('cross.json can be run') as unknown,
    });
    expect(said).toMatch(/trades +\d+\n/);
    expect(said).toMatch(/\/strategies\/reports\/\S+\.html\n$/);
  });

  it('your first evening: a book, a statement, an assistant, a backup', async () => {
    const passphrase = 'a passphrase of the evening';
    const folder = newFolder();
    writeFileSync(join(folder, 'statement.csv'), STATEMENT);
    expect(await type(folder, 'npm install --global zorivest')).toMatchObject({ status: 0 });
    const lines = blocksOf(root, 'docs/guides/first-evening.md', 'sh').flatMap((block) => block.trim().split('\n'));
    const said = new Map<string, string>();
    for (const line of lines) {
      const [command = ''] = line.split(/ {2,}#/);
      if (command.trim() === 'zorivest up') {
        const up = startShell(folder, `exec ${command}`);
        await expect.poll(up.said, { timeout: 60_000 }).toContain('Zorivest is up');
        continue;
      }
      const done = await type(folder, command, passphrase);
      expect({ command, ...done }).toMatchObject({ status: 0 });
      said.set(command.trim(), done.said);
    }
    expect(said.get('zorivest open')).toMatch(/^No browser .*\nhttp:\S+#t=tkt_\S+\n$/);
    expect(said.get('zorivest import statement.csv --account main --preview')).toContain('would be imported');
    expect(said.get('zorivest import statement.csv --account main')).toMatch(/3 {2}gave trades\n.*imports undo/);
    expect(said.get('zorivest backup')).toContain('verified');
    expect(said.get('zorivest doctor')).not.toMatch(/^(?!ok |$)/m);
  });
});

/** Invented. */
const STATEMENT = `Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time
Apple,AAPL,Buy,Filled,10,10,@185.00,184.95,DAY,01/02/2026 09:30:00 EST,01/02/2026 09:30:05 EST
Apple,AAPL,Sell,Filled,10,10,@190.00,190.05,DAY,01/06/2026 10:30:00 EST,01/06/2026 10:30:05 EST
Coca-Cola,KO,Buy,Filled,20,20,@70.00,70.00,DAY,02/10/2026 09:30:00 EST,02/10/2026 09:30:05 EST
`;
