/**
 * What is published, installed in an empty folder as a stranger would: with the registry's packages, without this
 * repository, and on this repository's Node.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { generateCsv } from '@zorivest/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import registered from '../../journal/mcp/server.json' with { type: 'json' };
import { overStdio } from '../../journal/mcp/test/stdio-client.ts';
import { NATS, newTestHome, startQueue, until } from '../../swimmy/test/support.ts';
import { journal, published } from '../release/published.ts';
import { olderNode } from './older-node.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'installed-'));
const env = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: folder,
  NODE_COMPILE_CACHE: undefined,
  npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? folder, '.npm'),
};
const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, env, encoding: 'utf8' });
const pathOf = (name: string) => join(folder, 'node_modules', name);
const bins = published.flatMap(({ bins: commands }) => Object.keys(commands));
const launchers = published.flatMap(({ name, inner = [] }) =>
  inner.map((file) => join(pathOf(name), 'bin', basename(file))),
);
const bin = (command: string) => join(folder, 'node_modules/.bin', command);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly repository: { readonly url: string; readonly directory: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly mcpName?: string;
  readonly private?: boolean;
}
const manifestOf = (name: string) => JSON.parse(readFileSync(join(pathOf(name), 'package.json'), 'utf8')) as Manifest;

beforeAll(() => {
  npm(root, 'run', '-s', 'pack');
  const tarballs = published.map(({ name }) => globSync(join(root, 'dist', `${name}-*.tgz`))[0] ?? `no ${name}`);
  npm(folder, 'install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an installation', () => {
  it('brings the packages that must stay packages, and nothing else of ours', () => {
    expect(Object.fromEntries(published.map(({ name }) => [name, Object.keys(manifestOf(name).dependencies)]))).toEqual(
      {
        zorivest: ['better-sqlite3', 'pdfkit', 'sharp', 'unpdf'],
        'mcp-perf-server': [],
        'swimmy-mcp': ['zeromq'],
      },
    );
    expect(globSync('node_modules/@zorivest/*', { cwd: folder })).toEqual([]);
  });

  it.each(published)('$name says what it is, and holds no tests, sources or maps', ({ name, dir }) => {
    const manifest = manifestOf(name);
    expect(manifest).toMatchObject({ name, license: 'MIT', repository: { directory: dir } });
    expect(manifest.private).toBeUndefined();
    expect(manifest.description).not.toBe('');
    // On the page of a registry it has no neighbours.
    expect(readFileSync(join(pathOf(name), 'README.md'), 'utf8')).not.toMatch(/\]\((?!https:|#)/);
    const files = globSync('**/*', { cwd: pathOf(name) });
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt']));
    expect(files.filter((file) => /\.(map|ts)$|\btest/i.test(file))).toEqual([]);
    for (const file of globSync('dist/*.js', { cwd: pathOf(name) })) {
      expect(readFileSync(join(pathOf(name), file), 'utf8')).not.toContain('sourceMappingURL=');
    }
  });

  it('answers --version in the programs that only the others start, too', () => {
    expect(launchers).toHaveLength(1);
    for (const launcher of launchers) {
      const printed = execFileSync(process.execPath, [launcher, '--version'], { cwd: folder, env, encoding: 'utf8' });
      expect(printed).toBe(`${manifestOf('zorivest').version}\n`);
    }
  });

  it('lets a program of yours read a profile, as the README of mcp-perf-server says', () => {
    const program = `import { readProfile } from 'mcp-perf-server';
      const { format, total } = readProfile(Buffer.from('main;work 3\\nmain 1\\n'), 'stacks.folded');
      console.log(format, total);`;
    const args = ['--input-type=module', '--eval', program];
    expect(execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })).toMatch(/^\S+ 4\n$/);
  });

  it('is what the MCP registry reads', () => {
    const { name, version, mcpName } = manifestOf('zorivest');
    expect(registered).toMatchObject({ name: mcpName, version });
    for (const offered of registered.packages) expect(offered).toMatchObject({ identifier: name, version });
    const args = registered.packages[0]?.packageArguments.map(({ value }) => value) ?? [];
    expect(execFileSync(bin(name), [...args, '--version'], { env, encoding: 'utf8' })).toBe(`${version}\n`);
  });
});

describe.each(bins)('%s', (command) => {
  it('answers --version', () => {
    expect(execFileSync(bin(command), ['--version'], { cwd: folder, env, encoding: 'utf8' })).toMatch(
      /^\d+\.\d+\.\d+\n$/,
    );
  });

  it('caches compiled code where no other user can write', () => {
    const temporary = mkdtempSync(join(tmpdir(), 'empty-'));
    execFileSync(bin(command), ['--version'], { cwd: folder, env: { ...env, TMPDIR: temporary } });
    expect(readdirSync(temporary)).toEqual([]);
    const [, name = ''] = /\/([\w-]+)\/bin\//.exec(realpathSync(bin(command))) ?? [];
    const { mode, uid } = statSync(join(folder, '.cache', name));
    expect([mode & 0o022, uid]).toEqual([0, process.getuid?.()]);
  });

  it('says in one sentence that an older Node will not do', (context) => {
    const node = olderNode() ?? context.skip('no Node older than 24 on the PATH');
    const { status, stdout, stderr } = spawnSync(node, [bin(command)], { cwd: folder, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${command} needs Node 24(?:\\.7)? or newer; this is Node [\\d.]+\\.\\n$`));
  });
});

it.each(Object.keys(journal.bins))(
  '%s needs more than the first Nodes of that number, which derive no keys',
  (command) => {
    const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.6.0' } })`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(versions)}`, bin(command), '--version'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `${command} needs Node 24.7 or newer; this is Node 24.6.0.\n`,
    });
  },
);

it('zorivest quickstart makes a book and serves it', async () => {
  const args = ['quickstart', '--json', '--home', join(folder, 'book'), '--api-port', '0', '--mcp-port', '0'];
  const child = spawn(bin('zorivest'), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { api, mcp } = JSON.parse(line.toString()) as { api: string; mcp: string };
    const { api_key: key } = JSON.parse(readFileSync(join(folder, 'book/first-run.json'), 'utf8')) as {
      api_key: string;
    };
    expect((await fetch(`${api}/api/v1/health`)).status).toBe(200);
    const asked = await fetch(mcp, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'stranger', version: '1' } },
      }),
    });
    expect(await asked.text()).toContain('"serverInfo"');
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
});

/** Registers a real tracer in the program it is loaded into, as an operator's `--import` does. */
const tracer = `import { NodeTracerProvider } from ${JSON.stringify(pathToFileURL(createRequire(join(root, 'kernel/package.json')).resolve('@opentelemetry/sdk-trace-node')).href)};
  new NodeTracerProvider().register();`;

it.each(['zorivest-mcp', 'mcp-perf-server', 'swimmy-mcp'])(
  '%s answers with a tracer in its process, and without',
  async (command) => {
    for (const options of ['', `--import=data:text/javascript,${encodeURIComponent(tracer)}`]) {
      const client = new Client({ name: 'traced', version: '1' });
      const home = mkdtempSync(join(folder, 'traced-'));
      const key = { SWIMMY_MCP_API_KEY: 'packed' };
      const own = { PATH: env.PATH, HOME: home, SWIMMY_HOME: home, ZORIVEST_HOME: home, NODE_OPTIONS: options, ...key };
      await client.connect(new StdioClientTransport({ command: bin(command), env: own, stderr: 'ignore' }));
      expect((await client.listTools()).tools.length).toBeGreaterThan(0);
      await client.close();
    }
  },
);

describe('workers that share a queue', () => {
  it('run a sweep that the shell submits', async (context) => {
    if (!existsSync(NATS)) context.skip(`no ${NATS}`);
    await using home = await newTestHome();
    await using queue = await startQueue(home);
    const own = { ...home.env, HOME: folder, PATH: env.PATH };
    writeFileSync(join(home.home, 'candles.csv'), [...generateCsv(500, 7)].join(''));
    const request = {
      request_id: 'packed',
      strategy: { name: 'packed', sma_short: 5, sma_long: 20, volume: 1 },
      candles_file: 'candles.csv',
      mode: { sweep: { sma_short: [3, 4, 5], sma_long: [20, 30] } },
    };
    writeFileSync(join(home.home, 'request.json'), JSON.stringify(request));
    const worker = spawn(bin('swimmy-worker'), ['--queue', queue.url], { cwd: home.home, env: own, stdio: 'ignore' });
    try {
      const swimmy = (...args: readonly string[]) => {
        const { status, stdout, stderr } = spawnSync(bin('swimmy-mcp'), args, {
          cwd: home.home,
          env: own,
          encoding: 'utf8',
        });
        return { status, stdout, stderr };
      };
      await until('the sweep', () => swimmy('submit', 'request.json', '--queue', queue.url).status === 0);
      await until('its end', () => swimmy('result', 'packed').stdout.includes('6 runs') || undefined);
      const parquet = join(home.home, 'runs.parquet');
      expect(swimmy('result', 'packed', '--parquet', parquet)).toMatchObject({ status: 0 });
      expect(readFileSync(parquet).subarray(0, 4).toString()).toBe('PAR1');
    } finally {
      const ended = once(worker, 'exit');
      worker.kill('SIGTERM');
      await ended;
    }
  });
});

describe('a newcomer', () => {
  const own = { ...env, ZORIVEST_HOME: join(folder, 'own') };
  const passphrase = 'correct horse battery staple\n';
  const zorivest = (...args: readonly string[]) =>
    JSON.parse(
      execFileSync(bin('zorivest'), [...args, '--json'], {
        cwd: folder,
        env: own,
        input: passphrase,
        encoding: 'utf8',
      }),
    ) as Record<string, unknown>;
  const statement = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  /** In three formats as their brokers and banks write them; two trades that ended, one that is still open. */
  const webull = `Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time
Apple,AAPL,Buy,Filled,10,10,@185.00,184.95,DAY,01/02/2026 09:30:00 EST,01/02/2026 09:30:05 EST
Apple,AAPL,Sell,Filled,10,10,@190.00,190.05,DAY,01/06/2026 10:30:00 EST,01/06/2026 10:30:05 EST
`;
  const robinhood = `"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"2/2/2026","2/2/2026","2/3/2026","MSFT","Microsoft","Buy","5","$410.00","($2,050.00)"
"2/9/2026","2/9/2026","2/10/2026","MSFT","Microsoft","Sell","5","$400.00","$2,000.00"
"2/10/2026","2/10/2026","2/11/2026","KO","Coca-Cola","Buy","20","$70.00","($1,400.00)"
`;
  const bank = `!Type:Bank
D03/05/2026
T1500.00
PSalary
^
D03/06/2026
T-900.00
PRent
^
`;

  it('imports three statements and has five questions answered over stdio, with commands alone', async () => {
    const { api_key } = zorivest('init') as { api_key: string };
    zorivest('account', 'add', 'checking', '--type', 'bank');
    for (const [account, file] of [
      ['main', statement('webull.csv', webull)],
      ['main', statement('robinhood.csv', robinhood)],
      ['checking', statement('bank.qif', bank)],
    ] as const)
      zorivest('import', file, '--account', account, '--yes');
    const up = spawn(bin('zorivest'), ['up', '--json', '--api-port', '0', '--mcp-port', '0'], {
      cwd: folder,
      env: own,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(up.stdout, 'data')) as [Buffer];
      const { api } = JSON.parse(line.toString()) as { api: string };
      const assistant = await overStdio(bin('zorivest'), ['mcp'], {
        PATH: own.PATH,
        HOME: folder,
        ZORIVEST_API_URL: api,
        ZORIVEST_API_KEY: api_key,
      });
      // 10 shares up 5.10, 5 shares down 10.
      expect(await assistant.ask('get_expectancy_metrics', { period: 'all' })).toMatchObject({
        trade_count: 2,
        total_pnl: 1,
      });
      expect(await assistant.ask('get_round_trips', { status: 'open' })).toMatchObject({
        items: [{ instrument: 'KO' }],
        total: 1,
      });
      expect(await assistant.ask('list_trades', { limit: 10 })).toMatchObject({ total: 5 });
      expect(await assistant.ask('list_bank_accounts')).toMatchObject({ items: [{ account_id: 'checking' }] });
      expect(await assistant.ask('get_ytd_tax_summary', { tax_year: 2026 })).toMatchObject({ realized_st_gain: 1 });
      await assistant.close();
    } finally {
      const ended = once(up, 'exit');
      up.kill('SIGTERM');
      await ended;
    }
  });
});
