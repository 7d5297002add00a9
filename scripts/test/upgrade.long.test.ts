/**
 * What every released version wrote opens in this one: the book, its backup, its export, the snapshot store and the ledger in
 * release/fixtures, compared figure by figure, killed on the way, and refused by an older version with a clear message.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@zorivest/api';
import { createClient, type JournalClient } from '@zorivest/contract';
import { demoBook } from '@zorivest/demo';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operate, straceFault } from '../../journal/api/test/crash-points.ts';
import manifest from '../../package.json' with { type: 'json' };
import { figuresOf } from '../release/fixture-figures.ts';

const root = join(import.meta.dirname, '../..');
const fixtures = join(root, 'release/fixtures');
const versions = existsSync(fixtures) ? readdirSync(fixtures).filter((name) => /^\d/.test(name)) : [];
const program = join(root, 'journal/cli/bin/zorivest.js');

/** Of many changes these are tried, spread over all of them. */
const MOST_KILLS = 12;

interface Expectation {
  readonly passphrase: string;
  readonly figures: Readonly<Record<string, unknown>> & { readonly perf: unknown; readonly swimmy: unknown };
}

let folder: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of started.splice(0)) await end(child, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

interface Running {
  readonly child: ChildProcess;
  readonly api: string;
  /** What it has printed for a person so far. */
  readonly output: () => string;
}

async function up(home: string): Promise<Running> {
  const child = spawn(process.execPath, [program, 'up', '--home', home, '--api-port', '0', '--mcp-port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let printed = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await expect.poll(() => printed).toMatch(/API {2}http\S+/);
  return { child, api: /API {2}(http\S+)/.exec(printed)?.[1] ?? '', output: () => printed };
}

const person = (api: string, passphrase: string): JournalClient =>
  createClient({ baseUrl: api, auth: { kind: 'passphrase', passphrase } });

it('there is a fixture of the version before the first release', () => {
  expect(versions, 'npm run release:fixture makes it').toContain('0.0.9');
});

describe.each(versions)('what %s wrote', (version) => {
  const fixture = join(fixtures, version);
  const { passphrase, figures } = JSON.parse(readFileSync(join(fixture, 'expected.json'), 'utf8')) as Expectation;
  const { perf, swimmy, ...book } = figures;
  const copyHome = () => {
    const home = join(folder, 'home');
    cpSync(join(fixture, 'home'), home, { recursive: true });
    return home;
  };

  it('opens with the same figures, after a backup, and says from which version to which', async () => {
    const home = copyHome();
    const { api, output } = await up(home);
    expect(await figuresOf(person(api, passphrase))).toEqual(book);
    await expect.poll(output).toContain(`opened by Zorivest ${version} and is now open in ${manifest.version}`);
    const backups = globSync('backups/*-before-migration.zvbak', { cwd: home });
    expect(backups).toHaveLength(1);
    // And back: an older version is refused in words that name the backup.
    const file = join(home, 'bootstrap.json');
    const bootstrap = JSON.parse(readFileSync(file, 'utf8')) as { opened_by: Record<string, string> };
    expect(bootstrap.opened_by).toMatchObject({ version: manifest.version, from: version });
    await end(started.at(-1) as ChildProcess, 'SIGTERM');
    writeFileSync(file, JSON.stringify({ ...bootstrap, opened_by: { ...bootstrap.opened_by, version: '99.0.0' } }));
    const later = await up(home);
    const refusal = await person(later.api, passphrase)
      .system.status()
      .catch((error: Error) => error.message);
    expect(refusal).toContain('opened by Zorivest 99.0.0');
    expect(refusal).toContain(`zorivest restore ${join(home, backups[0] ?? '')}`);
  });

  it.each(['our own changes', 'system calls'] as const)(
    'opens whole after a kill between any two of %s of its first opening',
    async (killer) => {
      if (killer === 'system calls' && straceFault() !== null) return;
      vi.stubEnv('CRASH_PASSPHRASE', passphrase);
      const home = join(folder, 'book');
      const openKilledAt = (change: number) => {
        rmSync(home, { recursive: true, force: true });
        cpSync(join(fixture, 'home'), home, { recursive: true });
        return operate('migration', folder, killer, change);
      };
      const { changes } = await openKilledAt(0);
      expect(changes).toBeGreaterThan(3);
      let kills = 0;
      for (let next = 1; next <= changes; next += Math.max(1, changes / MOST_KILLS)) {
        const { killed } = await openKilledAt(Math.round(next));
        if (killed) kills += 1;
        const service = await startService({ demo: demoBook, home, port: 0 });
        try {
          expect(await figuresOf(person(service.url, passphrase))).toEqual(book);
        } finally {
          await service.stop();
        }
      }
      expect(kills).toBeGreaterThan(3);
    },
  );

  it('as a backup makes a book in an empty home, and as an export fills a new one', async () => {
    const restored = join(folder, 'restored');
    const run = (args: readonly string[], home: string) =>
      execFileSync(process.execPath, [program, ...args, '--home', home, '--json'], { input: passphrase });
    run(['restore', join(fixture, 'book.zvbak')], restored);
    expect(await figuresOf(person((await up(restored)).api, passphrase))).toEqual(book);
    const filled = join(folder, 'filled');
    run(['init', '--account', 'main'], filled);
    run(['import', join(fixture, 'export.zip'), '--yes'], filled);
    const { expectancy, trades } = (await figuresOf(person((await up(filled)).api, passphrase))) as typeof book;
    expect({ expectancy, trades }).toEqual({ expectancy: book['expectancy'], trades: book['trades'] });
  });

  it('as a snapshot store and a ledger is read by today’s programs', () => {
    const copy = (name: string) => {
      cpSync(join(fixture, name), join(folder, name), { recursive: true });
      return join(folder, name);
    };
    const run = (file: string, args: readonly string[], env: Record<string, string>) =>
      JSON.parse(
        execFileSync(process.execPath, [join(root, file), ...args, '--json'], {
          env: { ...process.env, ...env },
          encoding: 'utf8',
        }),
      ) as Record<string, unknown>;
    const { findings } = run('perf/bin/mcp-perf-server.js', ['analyze'], { MCP_PERF_HOME: copy('perf') });
    expect((findings as { type: string }[]).map(({ type }) => type)).toEqual(perf);
    expect(run('swimmy/bin/swimmy-mcp.js', ['list'], { SWIMMY_HOME: copy('swimmy') })).toEqual(swimmy);
  });
});
