// The command as a person and a script use it: real processes, a real book, nothing of this machine touched.
import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { createClient } from '@zorivest/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShell } from './shell.ts';

const passphrase = 'correct horse battery staple';
const shell = createShell(passphrase);
const { folder, home, userFolder, start } = shell;
/** Nothing is on stdin by default. */
const run: typeof shell.run = (args, options) => shell.run(args, { stdin: '', ...options });
afterAll(() => shell.end());

let apiKey = '';
beforeAll(async () => {
  apiKey = await shell.makeBook();
});
const withKey = () => ({ env: { ZORIVEST_API_KEY: apiKey } });

describe('init', () => {
  const made = join(folder, 'made');

  it('prints one document with the home, the first key and its role, and keeps the home to its owner', async () => {
    const { json } = await run(['init', '--json', '--home', made], { stdin: `${passphrase}\n` });
    expect(json()).toMatchObject({ home: made, role: 'admin', key_id: expect.stringMatching(/^key_/) as string });
    expect(statSync(made).mode & 0o077).toBe(0);
    expect(statSync(join(made, 'bootstrap.json')).mode & 0o077).toBe(0);
  });

  it('refuses a second book in the same home, and a passphrase that is too short', async () => {
    const again = await run(['init', '--json', '--home', made], { stdin: 'another passphrase' });
    expect(again.code).toBe(1);
    expect(again.err).toContain('already');
    const short = await run(['init', '--json', '--home', join(folder, 'other')], { stdin: 'abc' });
    expect(short.code).toBe(1);
    expect(short.err).toContain('8 characters');
  });
});

describe('words', () => {
  it('a wrong command or option ends with 2', async () => {
    expect((await run(['dance'])).code).toBe(2);
    expect((await run(['up', '--loud'])).code).toBe(2);
    expect((await run(['connect', 'notepad'])).code).toBe(2);
  });

  it('completes for each shell, and bash can read it', async () => {
    for (const name of ['bash', 'zsh', 'fish']) expect((await run(['completion', name])).out).toContain('claude-code');
    const { out } = await run(['completion', 'bash']);
    const check = `${out}\nCOMP_WORDS=(zorivest keys cr); COMP_CWORD=2; _zorivest; echo "\${COMPREPLY[@]}"`;
    const bash = spawn('bash', ['-c', check], { stdio: 'pipe' });
    let answer = '';
    bash.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await new Promise((resolve) => bash.once('close', resolve));
    expect(answer.trim()).toBe('create');
  });
});

describe('a book without a running service', () => {
  it('is filled with the demo, once', async () => {
    const filled = await run(['demo', '--json', '--seed', '3', '--until', '2026-06-30'], withKey());
    expect(filled.json()).toMatchObject({ seed: 3 });
    expect(Number(filled.json()['trades'])).toBeGreaterThanOrEqual(100);
    const again = await run(['demo', '--json'], withKey());
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('for an empty book')]);
  });

  it('has keys that are made, listed and revoked, by key or by passphrase', async () => {
    const made = (
      await run(['keys', 'create', '--name', 'cursor', '--role', 'read-write', '--expires', '90d', '--json'], withKey())
    ).json();
    expect(made).toMatchObject({ name: 'cursor', role: 'read-write' });
    const revoked = await run(['keys', 'revoke', String(made['key_id']), '--json'], { stdin: passphrase });
    expect(revoked.json()).toEqual({ key_id: made['key_id'], revoked: true });
    const listed = await run(['keys', 'list'], withKey());
    expect(listed.out).toMatch(/cursor.*read-write.*revoked/);
    expect(listed.out).not.toContain(String(made['raw_key']));
    const wrong = await run(['keys', 'list', '--json'], { stdin: 'not it' });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('passphrase')]);
  });

  it('is backed up, checked, and brought back into an empty home with the passphrase', async () => {
    const made = (await run(['backup', '--json'], withKey())).json();
    const path = String(made['backup_path']);
    expect((await run(['backup', '--list'], withKey())).out).toContain('.zvbak');
    expect((await run(['backup', '--verify', path, '--json'], withKey())).json()).toMatchObject({ status: 'valid' });
    const elsewhere = join(folder, 'elsewhere');
    const restored = await run(['restore', path, '--home', elsewhere, '--json'], { stdin: passphrase });
    expect(restored.json()).toMatchObject({ status: 'success', home: elsewhere });
    expect((await run(['restore', path, '--json'], withKey())).json()).toMatchObject({ status: 'success' });
    expect((await run(['restore', 'nothing.zvbak'], withKey())).code).toBe(1);
  });

  it('is looked at by the doctor', async () => {
    const well = await run(['doctor', '--json'], withKey());
    expect(well.json()).toMatchObject({ healthy: true });
    // Noise of the right size looks the same from outside: it does not say more than it has seen.
    expect(well.out).toContain('without its key it is not known whether it opens');
    const sick = await run(['doctor', '--home', join(folder, 'nowhere')]);
    expect(sick.code).toBe(1);
    expect(sick.out).toContain('-> zorivest init');
  });

  it('leaves what only the person may do to the person', async () => {
    const refused = await run(['policies', 'approve', 'p-1'], { ...withKey(), stdin: 'wrong passphrase' });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('passphrase')]);
    const unknown = await run(['policies', 'approve', 'p-1'], { stdin: passphrase });
    expect([unknown.code, unknown.out]).toEqual([1, '']);
    const set = await run(['providers', 'set', 'finnhub', '--json'], { stdin: `${passphrase}\nsome-api-key` });
    expect(set.json()).toEqual({ status: 'updated' });
    const keyless = await run(['providers', 'set', 'finnhub'], { stdin: passphrase });
    expect([keyless.code, keyless.err]).toEqual([1, expect.stringContaining('API key of finnhub is missing')]);
  });
});

describe('connect', () => {
  it('only shows with --print', async () => {
    const { out } = await run(['connect', 'cursor', '--print']);
    expect(out).toContain('http://127.0.0.1:8766/mcp');
    expect(existsSync(join(userFolder, '.cursor'))).toBe(false);
  });

  it('writes its entry in addition to those of others, with a key of its own', async () => {
    const path = join(userFolder, '.cursor', 'mcp.json');
    mkdirSync(join(userFolder, '.cursor'));
    writeFileSync(path, JSON.stringify({ mcpServers: { other: { url: 'http://x' } } }));
    expect(
      (await run(['connect', 'cursor', '--json', '--mcp-port', '9999'], { stdin: passphrase })).json(),
    ).toMatchObject({ path, written: true });
    const { mcpServers } = JSON.parse(readFileSync(path, 'utf8')) as {
      mcpServers: Record<string, { url: string; headers?: { Authorization: string } }>;
    };
    expect(mcpServers['other']).toEqual({ url: 'http://x' });
    expect(mcpServers['zorivest']?.url).toBe('http://127.0.0.1:9999/mcp');
    expect(mcpServers['zorivest']?.headers?.Authorization).toMatch(/^Bearer zrv_sk_/);
    expect(mcpServers['zorivest']?.headers?.Authorization).not.toContain(apiKey);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('shows what it would do, does it among comments, and takes it back', async () => {
    const path = join(userFolder, '.config', 'zed', 'settings.json');
    const before = '// mine\n{\n  "theme": "x", // dark\n}\n';
    mkdirSync(join(userFolder, '.config', 'zed'), { recursive: true });
    writeFileSync(path, before);
    const tried = await run(['connect', 'zed', '--dry-run'], withKey());
    expect(tried.out).toContain('"context_servers"');
    expect(readFileSync(path, 'utf8')).toBe(before);

    expect((await run(['connect', 'zed'], withKey())).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('"zorivest"');
    expect(readFileSync(path, 'utf8')).toContain('// dark');
    expect(readFileSync(`${path}.before-zorivest`, 'utf8')).toBe(before);

    expect((await run(['connect', 'zed', '--undo', '--json'])).json()).toEqual({ path, removed: true });
    expect(readFileSync(path, 'utf8')).not.toContain('zorivest');
    expect((await run(['connect', 'zed', '--undo', '--json'])).json()).toEqual({ path, removed: false });
  });

  it('edits what a linked settings file points to, and leaves the link', async () => {
    const original = join(folder, 'dotfiles-cursor.json');
    writeFileSync(original, '{}');
    mkdirSync(join(userFolder, '.cursor'), { recursive: true });
    const path = join(userFolder, '.cursor', 'mcp.json');
    rmSync(path, { force: true });
    symlinkSync(original, path);
    expect((await run(['connect', 'cursor'], withKey())).code).toBe(0);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(original, 'utf8')).toContain('"zorivest"');
  });

  it('does not touch a file that is not what it should be', async () => {
    const path = join(userFolder, '.codeium', 'windsurf', 'mcp_config.json');
    mkdirSync(join(userFolder, '.codeium', 'windsurf'), { recursive: true });
    writeFileSync(path, '{ "mcpServers": [] }\n');
    const { code, err } = await run(['connect', 'windsurf'], withKey());
    expect([code, err]).toEqual([1, expect.stringContaining('serverUrl')]);
    expect(readFileSync(path, 'utf8')).toBe('{ "mcpServers": [] }\n');
  });
});

describe('up', () => {
  it('runs both, restarts the API after a kill within ten seconds on the same port, and stops cleanly', async () => {
    const child = start(['up', '--json', '--api-port', '0', '--mcp-port', '0']);
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
      child.once('exit', () => reject(new Error(err)));
    });
    const ready = JSON.parse(line) as { ready: boolean; api: string; mcp: string };
    expect(ready).toMatchObject({
      ready: true,
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      mcp: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/) as string,
    });

    const client = createClient({ baseUrl: ready.api, auth: { kind: 'key', apiKey } });
    expect((await client.system.health()).state).toBe('locked');
    const { pid } = await client.system.status();
    process.kill(pid, 'SIGKILL');
    let after = pid;
    await expect
      .poll(async () => {
        after = await client.system.status().then(
          (status) => status.pid,
          () => pid,
        );
        return after;
      })
      .not.toBe(pid);
    expect(err).toContain('starting it again');

    // A client is given the address of this home, and can ask for toolsets of its own.
    expect((await run(['connect', 'cursor', '--print'])).out).toContain(`"${ready.mcp}"`);
    const chosen = await run(['connect', 'cursor', '--print', '--toolsets', 'tax,accounts']);
    expect(chosen.out).toContain(`"${ready.mcp}?toolsets=tax,accounts"`);
    const started = (await run(['connect', 'claude-desktop', '--print', '--toolsets', 'tax', '--json'])).json();
    expect(started['entry']).toMatchObject({
      args: [expect.stringContaining('zorivest-mcp'), '--toolsets', 'tax'],
      env: { ZORIVEST_API_URL: ready.api },
    });

    const second = await run(['up', '--json', '--api-port', '0', '--mcp-port', '0']);
    expect([second.code, second.err]).toEqual([1, expect.stringContaining('already running')]);

    // A stick holds a damaged backup under the name of one that is here: that one stays what it is.
    const made = String((await run(['backup', '--json'], withKey())).json()['backup_path']);
    const whole = readFileSync(made);
    const stick = join(folder, 'usb', basename(made));
    mkdirSync(join(folder, 'usb'));
    writeFileSync(stick, whole.subarray(0, 4000));
    const refused = await run(['restore', stick], withKey());
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('corrupted')]);
    expect(readFileSync(made).equals(whole)).toBe(true);
    expect(readdirSync(join(home, 'backups')).filter((name) => name.includes('from-outside'))).toEqual([]);

    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await expect(client.system.health()).rejects.toThrow(/zorivest up/);
    expect(() => process.kill(after, 0)).toThrow('ESRCH');
  });

  it.runIf(process.platform === 'linux')('killed while it starts leaves neither of the two behind', async () => {
    const child = start(['up', '--json', '--api-port', '0', '--mcp-port', '0']);
    const { pid = 0 } = child;
    const childrenOf = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    // The MCP server is started when the service answers: it is killed before that one listens, or just after.
    await expect.poll(childrenOf).toHaveLength(2);
    const both = childrenOf();
    child.kill('SIGKILL');
    await expect.poll(() => both.filter(isRunning)).toEqual([]);
  });
});

/** A process that has ended but was not waited for yet does not count as running. */
function isRunning(pid: string): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the first run', () => {
  it('makes a book with a demo, starts it, and says where, with which key and what to paste; again it just starts', async () => {
    const first = join(folder, 'first');
    const begin = async () => {
      const child = start(['quickstart', '--home', first, '--api-port', '0', '--mcp-port', '0']);
      let out = '';
      const text = await new Promise<string>((resolve, reject) => {
        child.stdout.on('data', (chunk: Buffer) => {
          out += chunk.toString();
          if (out.includes('mcpServers')) resolve(out);
        });
        child.once('exit', () => reject(new Error(out)));
      });
      const [url = '', ticket] = (/Open\s+(\S+)/.exec(text)?.[1] ?? '').split('/#t=');
      expect(ticket).toBeTruthy();
      const page = await (await fetch(url)).text();
      const key = /zrv_sk_[\w-]+/.exec(text)?.[0] ?? '';
      const ide = createClient({ baseUrl: url, auth: { kind: 'key', apiKey: key } });
      const { total } = await ide.trades.list();
      // The passphrase of this book is unknown: what the command hands over counts as given just now.
      const redeeming = { body: { ticket: decodeURIComponent(ticket ?? '') } };
      const { session_token: token } = await createClient({ baseUrl: url }).auth.redeemTicket(redeeming);
      const person = createClient({ baseUrl: url, auth: { kind: 'token', token } });
      const made = await person.auth.createKey({ body: { name: 'by ticket', role: 'read-only' } });
      expect(made).toMatchObject({ role: 'read-only', mode: 'read' });
      // What is pasted into an IDE manages no keys.
      await expect(ide.auth.listKeys()).rejects.toMatchObject({ status: 403 });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
      return { page, total };
    };
    const { page, total } = await begin();
    expect(page).toContain('Zorivest');
    expect(total).toBeGreaterThanOrEqual(100);
    expect((await begin()).total).toBe(total);
    expect(statSync(join(first, 'first-run.json')).mode & 0o077).toBe(0);
  });
});

describe('a book that is lost', () => {
  const database = join(home, 'zorivest.db');
  const backups = async () =>
    (await run(['backup', '--list', '--json'], withKey())).json() as unknown as {
      filename: string;
    }[];

  it('keeps every backup a person made, and names the one that is damaged', async () => {
    for (let n = 0; n < 2; n += 1) expect((await run(['backup', '--json'], withKey())).code).toBe(0);
    const names = (await backups()).map(({ filename }) => filename);
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect((await run(['backup', '--verify-all'], withKey())).code).toBe(0);
    const victim = join(home, 'backups', names[0] ?? '');
    const whole = readFileSync(victim);
    writeFileSync(victim, whole.subarray(0, 4000));
    const verdict = await run(['backup', '--verify-all'], withKey());
    expect(verdict.code).toBe(1);
    expect(verdict.out).toContain(`DAMAGED  ${names[0]}`);
    writeFileSync(victim, whole);
  });

  it('is not started on, and comes back with one command and the passphrase', async () => {
    const [newest] = await backups();
    rmSync(database);
    const up = await run(['up', '--api-port', '0', '--mcp-port', '0']);
    expect(up.code).toBe(1);
    expect(up.err).toContain('zorivest restore');
    writeFileSync(database, 'half a page of something');
    expect((await run(['doctor'])).out).toContain('zorivest.db is cut short or not a book');
    rmSync(database);
    const restored = await run(['restore', newest?.filename ?? '', '--json'], { stdin: `${passphrase}\n` });
    expect(restored.err).toBe('');
    expect(restored.json()).toMatchObject({ status: 'success', kept_aside: null });
    expect((await run(['keys', 'list', '--json'], withKey())).code).toBe(0);
  });

  it('is not restored by the service that cannot open it, which has to be stopped first', async () => {
    const whole = readFileSync(database);
    writeFileSync(database, Buffer.alloc(whole.length, 'noise '));
    const service = join(import.meta.dirname, '../../api/bin/zorivest-api.js');
    const child = spawn(process.execPath, [service, 'serve', '--single', '--json', '--port', '0', '--home', home]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const [newest] = readdirSync(join(home, 'backups')).filter((name) => name.endsWith('.zvbak'));
    const refused = await run(['restore', newest ?? ''], { stdin: `${passphrase}\n` });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('stop it')]);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    writeFileSync(database, whole);
  });

  it('without its bootstrap.json says how to get that back, and is nothing that `init` would replace', async () => {
    const bootstrap = join(home, 'bootstrap.json');
    const original = readFileSync(bootstrap);
    rmSync(bootstrap);
    for (const command of [['up'], ['rekey', '--json']])
      expect((await run(command, { stdin: passphrase })).err).toContain(`copy ${bootstrap}.bak to it`);
    expect((await run(['doctor'])).out).toContain(`cp ${bootstrap}.bak ${bootstrap}`);
    const spare = readFileSync(`${bootstrap}.bak`);
    rmSync(`${bootstrap}.bak`);
    expect((await run(['up'])).err).toContain('zorivest restore <file>');
    const again = await run(['init', '--json'], { stdin: `${passphrase}\n` });
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('restore a backup')]);
    writeFileSync(bootstrap, original);
    writeFileSync(`${bootstrap}.bak`, spare);
  });

  it('changes its passphrase and its data key with the service stopped', async () => {
    const chosen = 'quite another passphrase';
    expect((await run(['passphrase', '--json'], { stdin: `${passphrase}\n${chosen}\n` })).code).toBe(0);
    expect((await run(['rekey', '--json'], { stdin: passphrase })).err).toContain('not right');
    const rekeyed = await run(['rekey', '--json'], { stdin: chosen });
    expect(rekeyed.json()).toMatchObject({ status: 'rekeyed', kept_keys: expect.any(Array) as unknown });
    expect((await run(['keys', 'list', '--json'], withKey())).code).toBe(0);
    expect((await run(['passphrase', '--json'], { stdin: `${chosen}\n${passphrase}\n` })).code).toBe(0);
  });

  it('has every stray file named by the doctor, with what to do', async () => {
    writeFileSync(join(home, 'notes.txt'), 'mine');
    writeFileSync(join(home, '.restore-0a1b2c.db'), 'half');
    const { json } = await run(['doctor', '--json'], withKey());
    const details = JSON.stringify(json());
    expect(details).toContain('notes.txt: not one of ours');
    expect(details).toContain('.restore-0a1b2c.db: left by a crash');
    rmSync(join(home, 'notes.txt'));
    await backups();
    expect(existsSync(join(home, '.restore-0a1b2c.db'))).toBe(false);
  });
});
