/** The client's side of the bench: as thin as can be, so that what is measured is the server. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

export type Era = 'legacy' | 'modern';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
};

export class Peer {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #era: Era;
  readonly #waiting = new Map<number, () => void>();
  #rest = '';
  #id = 0;

  constructor(file: string, era: Era, env: Record<string, string> = {}) {
    this.#era = era;
    this.#child = spawn(process.execPath, [file], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#take(text));
  }

  /** From the start of the process to its first answer is what a person waits for. */
  async open(): Promise<void> {
    if (this.#era === 'modern') return this.call();
    const client = { name: 'bench', version: '1.0.0' };
    await this.#request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client });
    this.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  call(): Promise<void> {
    return this.#request('tools/call', { name: 'echo', arguments: { message: 'hello' } });
  }

  list(): Promise<void> {
    return this.#request('tools/list', {});
  }

  /** Megabytes resident. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** Milliseconds of processor time so far, in steps of ten. */
  processor(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  async close(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.stdin.end();
    await exit;
  }

  #request(method: string, params: Record<string, unknown>): Promise<void> {
    const id = ++this.#id;
    const full = this.#era === 'modern' ? { ...params, _meta: META } : params;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: full })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, error } = JSON.parse(line) as { id: number; error?: { message: string } };
      if (error) throw new Error(error.message);
      this.#waiting.get(id)?.();
      this.#waiting.delete(id);
    }
  }
}
