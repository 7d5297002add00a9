/**
 * The image as its Dockerfile makes it, built without a daemon (buildah, chroot) on a base of this machine's Debian, and used:
 * its health, the first link, a restart, and an assistant on stdin and stdout. The root is read-only to its user throughout.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createClient } from '@zorivest/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

describe.skipIf(!canBuild)('the image (needs buildah and mmdebstrap, as root)', () => {
  const volume = join(folder, 'data');
  let container = '';
  let port = 0;
  let running: ChildProcess | undefined;
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

  async function up(): Promise<string> {
    const env = {
      ZORIVEST_LISTEN: '0.0.0.0',
      ZORIVEST_PLAIN_HTTP: 'yes',
      ZORIVEST_API_PORT: String(port),
      ZORIVEST_MCP_PORT: '0',
    };
    running = spawn('buildah', command(env, 'zorivest', 'up'), { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    running.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/Zorivest is up[^]*(setup#|zorivest open)/);
    return printed;
  }
  async function down(): Promise<void> {
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    // What buildah started is told by its own process group.
    execFileSync('pkill', ['-TERM', '-P', String(running.pid)]);
    await ended;
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
    container = buildah('from', '--pull=never', 'zorivest-test');
    mkdirSync(volume);
    chownSync(volume, USER, USER);
  }, 600_000);
  afterAll(async () => {
    await down();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says what it is, runs as nobody in particular, and has one volume', () => {
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'zorivest-test')) as {
      Docker: {
        config: {
          User: string;
          Volumes: Record<string, unknown>;
          Labels: Record<string, string>;
          Healthcheck?: { Test: string[] };
        };
      };
    };
    const { User, Volumes, Labels, Healthcheck } = Docker.config;
    expect(User).toBe('10001:10001');
    expect(Object.keys(Volumes)).toEqual(['/data']);
    expect(Labels['io.modelcontextprotocol.server.name']).toBe('io.github.zorivest/mcp-server');
    expect(Healthcheck?.Test[0]).toBe('CMD');
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
  });
});
