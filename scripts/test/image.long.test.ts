/**
 * The image as its Dockerfile makes it, built without a daemon (buildah, chroot) on a base of this machine's Debian, and used:
 * its health, the first link, a restart, and an assistant on stdin and stdout. The root is read-only to its user throughout. On
 * the same base the deb, by apt and as a person who is not root.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createClient } from '@zorivest/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDebs } from '../release/deb.ts';
import { packPublished } from '../release/packing.ts';
import { isThisMachine, platforms } from '../release/platforms.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'image-'));
const canBuild = existsSync('/usr/bin/buildah') && existsSync('/usr/bin/mmdebstrap') && process.getuid?.() === 0;
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
const buildah = (...args: string[]) =>
  execFileSync('buildah', [...store, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
const BASE = 'docker.io/library/debian:bookworm-slim';
const USER = 10_001;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe.skipIf(!canBuild)('on a Debian of its own (needs buildah and mmdebstrap, as root)', () => {
  const volume = join(folder, 'data');
  let container = '';
  let port = 0;
  const started: ChildProcess[] = [];
  /** As `docker run -v book:/data` with a read-only root would: the user owns the volume and nothing else. */
  const command = (env: Readonly<Record<string, string>>, ...args: string[]) => [
    ...store,
    'run',
    '--isolation',
    'chroot',
    '--volume',
    `${volume}:/data:rw`,
    ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    container,
    '--',
    ...args,
  ];

  /** A container's own volume would hide the one that it is given here. */
  function newContainer(): string {
    const made = buildah('from', '--pull=never', 'zorivest-test');
    buildah('config', '--volume', '/data-', made);
    return made;
  }

  async function up(): Promise<string> {
    const env = {
      ZORIVEST_LISTEN: '0.0.0.0',
      ZORIVEST_PLAIN_HTTP: 'yes',
      ZORIVEST_API_PORT: String(port),
      ZORIVEST_MCP_PORT: '0',
    };
    return (await startUntil(command(env, 'zorivest', 'up'), /Zorivest is up[^]*(setup#|zorivest open)/)).printed;
  }

  /** Starts a program in a container and gives what it printed once that is there, and after how long. */
  async function startUntil(args: readonly string[], wanted: RegExp): Promise<{ printed: string; seconds: number }> {
    const begun = performance.now();
    const child = spawn('buildah', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => printed).toMatch(wanted);
    return { printed, seconds: (performance.now() - begun) / 1000 };
  }
  async function down(): Promise<void> {
    for (const child of started.splice(0)) {
      if (child.exitCode !== null) continue;
      const ended = once(child, 'exit');
      // On SIGTERM buildah kills what it started: harder than the stop of an engine, and the book must survive it.
      execFileSync('pkill', ['-TERM', '-P', String(child.pid)]);
      await ended;
    }
  }

  beforeAll(() => {
    execFileSync('npm', ['run', '-s', 'image'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    const base = join(folder, 'base.tar');
    execFileSync('mmdebstrap', ['--variant=minbase', '--include=libstdc++6', 'bookworm', base], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const scratch = buildah('from', 'scratch');
    buildah('add', scratch, base, '/');
    buildah('commit', scratch, BASE);
    const arch = process.arch === 'x64' ? 'amd64' : 'arm64';
    const args = ['--isolation', 'chroot', '--format', 'docker', '--timestamp', '315532800', '--pull=never'];
    buildah('build', ...args, '--build-arg', `TARGETARCH=${arch}`, '--tag', 'zorivest-test', '.');
    container = newContainer();
    mkdirSync(volume);
    chownSync(volume, USER, USER);
  }, 600_000);
  afterAll(async () => {
    await down();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Config {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Cmd: readonly string[];
    readonly Volumes: Readonly<Record<string, unknown>>;
    readonly Labels: Readonly<Record<string, string>>;
    readonly Healthcheck?: { readonly Test: readonly string[] };
  }
  const configOf = (image: string) =>
    (JSON.parse(buildah('inspect', '--type', 'image', image)) as { Docker: { config: Config } }).Docker.config;

  it('has its labels, runs as an unprivileged user, and has one volume', () => {
    const { User, Volumes, Labels } = configOf('zorivest-test');
    expect(User).toBe('10001:10001');
    expect(Object.keys(Volumes)).toEqual(['/data']);
    expect(Labels['io.modelcontextprotocol.server.name']).toBe('io.github.zorivest/mcp-server');
  });

  it('refuses an address that others reach without protection', () => {
    const args = command({ ZORIVEST_LISTEN: '0.0.0.0' }, 'zorivest', 'up');
    expect(() => execFileSync('buildah', args, { stdio: 'pipe' })).toThrow('nothing protects');
  });

  it('prints the first link, makes the book there, and keeps it over a restart', async () => {
    port = await freePort();
    const printed = await up();
    const [address = ''] = /http:\S+\/setup#\S+/.exec(printed) ?? [];
    const { origin, hash } = new URL(address);
    const passphrase = 'a passphrase of the image';
    expect(await (await fetch(`${origin}/api/v1/health`)).json()).toMatchObject({ state: 'no-book' });
    // As a container's engine asks, inside of it; and where no service runs.
    const [kind, ...health] = configOf('zorivest-test').Healthcheck?.Test ?? [];
    const askHealth = (env: Record<string, string>) =>
      spawnSync('buildah', command(env, ...health), { stdio: 'ignore' }).status;
    expect({ kind, up: askHealth({}), down: askHealth({ ZORIVEST_HOME: '/nowhere' }) }).toEqual({
      kind: 'CMD',
      up: 0,
      down: 1,
    });
    const made = await fetch(`${origin}/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: hash.slice(1), passphrase }),
    });
    expect(made.status).toBe(201);
    const person = createClient({ baseUrl: origin, auth: { kind: 'passphrase', passphrase } });
    await expect
      .poll(() =>
        person.accounts.create({ body: { account_id: 'main', name: 'main', account_type: 'broker' } }).then(
          ({ account_id }) => account_id,
          () => null,
        ),
      )
      .toBe('main');
    await down();
    // Another container on the same volume: nothing else remains.
    container = newContainer();
    expect(await up()).not.toContain('setup#');
    expect((await person.accounts.list({ query: {} })).map(({ account_id }) => account_id)).toContain('main');
    const { raw_key } = await person.auth.createKey({ body: { name: 'stdio', role: 'read-write' } });
    await down();

    const client = new Client({ name: 'claude-ai', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    const args = command({ ZORIVEST_API_KEY: raw_key, ZORIVEST_API_PORT: String(port) }, 'zorivest', 'mcp');
    await client.connect(new StdioClientTransport({ command: 'buildah', args, stderr: 'ignore' }));
    const answer = await client.callTool({ name: 'list_accounts', arguments: {} });
    await client.close();
    expect(JSON.stringify(answer.content)).toContain('main');
    expect(readFileSync(join(volume, 'zorivest/bootstrap.json'), 'utf8')).toContain('argon2id');
    // Nothing was written outside of the volume, so that a read-only root works.
    const mounted = buildah('mount', container);
    const outside = ['-xdev', '-uid', String(USER), '-not', '-path', `${mounted}/data*`];
    expect(execFileSync('find', [mounted, ...outside], { encoding: 'utf8' })).toBe('');
  });

  it('exits cleanly when an engine stops it, long before it would be killed, with its book closed', async () => {
    const { Env, Cmd } = configOf('zorivest-test');
    const mounted = buildah('mount', container);
    // As an engine starts it: the first process of a space of its own, which no signal ends that it does not take itself.
    const child = spawn(
      'unshare',
      [
        '--pid',
        '--fork',
        '--mount',
        '--',
        'sh',
        '-c',
        'mount --rbind /dev "$1/dev" && mount --bind "$2" "$1/data" && mount -t proc proc "$1/proc" && shift 2 && exec chroot "$@"',
        'sh',
        mounted,
        volume,
        `--userspec=${USER}:${USER}`,
        mounted,
        'env',
        '-i',
        ...Env,
        'ZORIVEST_API_PORT=0',
        'ZORIVEST_MCP_PORT=0',
        ...Cmd,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    started.push(child);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => printed).toContain('Zorivest is up');
    const [, inside = ''] = /^(\d+)/.exec(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')) ?? [];
    const ended = once(child, 'exit');
    const signalledAt = performance.now();
    process.kill(Number(inside), 'SIGTERM');
    expect(await ended).toEqual([0, null]);
    const seconds = (performance.now() - signalledAt) / 1000;
    console.log(`the image exits ${seconds.toFixed(1)} s after SIGTERM`);
    // An engine kills after ten.
    expect(seconds).toBeLessThan(9);
    const home = join(volume, 'zorivest');
    expect(existsSync(join(home, 'service.json'))).toBe(false);
    expect(existsSync(join(home, 'zorivest.db-wal'))).toBe(false);
  });

  it('the deb is installed by apt, prints its first link to a person, and leaves their book when it goes', async () => {
    const work = join(root, 'dist/deb-test');
    const [journal] = await packPublished(join(work, 'npm'), work, ['zorivest']);
    if (journal === undefined) throw new Error('the journal was not packed');
    const { made, left } = makeDebs(work, journal, join(work, 'zorivest'), work, platforms.filter(isThisMachine));
    expect({ made: made.length, left }).toEqual({ made: 1, left: [] });
    const file = made[0]?.file ?? '';
    const debian = buildah('from', '--pull=never', BASE);
    buildah('copy', debian, join(work, file), '/');
    rmSync(work, { recursive: true });
    const inside = (user: string, ...args: string[]) => [
      ...store,
      'run',
      '--isolation',
      'chroot',
      '--user',
      user,
      ...(user === 'ann' ? ['--env', 'HOME=/home/ann', '--workingdir', '/home/ann'] : []),
      debian,
      '--',
      ...args,
    ];
    const run = (user: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('buildah', inside(user, ...args), { encoding: 'utf8' });
      return { status, output: status === 0 ? stdout : stdout + stderr };
    };
    const apt = (...args: string[]) => run('root', 'apt-get', '-qq', '-y', '-o', 'APT::Sandbox::User=root', ...args);
    expect(apt('update')).toMatchObject({ status: 0 });
    expect(apt('install', '--no-install-recommends', `/${file}`)).toMatchObject({ status: 0 });
    expect(run('root', 'useradd', '--create-home', 'ann')).toMatchObject({ status: 0 });

    expect(run('ann', 'zorivest', '--version')).toEqual({ status: 0, output: `${journal.version}\n` });
    expect(run('ann', 'bash', '-n', '/usr/share/bash-completion/completions/zorivest').status).toBe(0);
    expect(run('ann', 'sh', '-c', 'zcat /usr/share/man/man1/zorivest.1.gz').output).toContain('.B quickstart');
    expect(run('ann', 'cat', '/usr/lib/systemd/user/zorivest.service').output).toContain(
      'ExecStart=/usr/bin/zorivest up\n',
    );
    const quickstart = inside('ann', 'zorivest', 'quickstart', '--api-port', '0', '--mcp-port', '0');
    const { printed, seconds } = await startUntil(quickstart, /Open {6}http\S+\n/);
    console.log(`the link of quickstart from the installed deb: ${seconds.toFixed(1)} s`);
    const { origin } = new URL(/Open {6}(http\S+)/.exec(printed)?.[1] ?? '');
    expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200);
    await down();

    const home = '/home/ann/.local/share/zorivest';
    const uninstalled = run('ann', 'zorivest', 'uninstall');
    expect(uninstalled.status).toBe(0);
    expect(uninstalled.output).toContain(home);
    expect(apt('remove', 'zorivest')).toMatchObject({ status: 0 });
    expect(run('ann', 'zorivest', '--version').status).not.toBe(0);
    expect(run('ann', 'ls', '/usr/lib/zorivest').status).not.toBe(0);
    expect(run('ann', 'cat', join(home, 'bootstrap.json')).output).toContain('argon2id');
  });
});
