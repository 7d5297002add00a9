// A server with one tool, spoken to over stdio from within the process.
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { silentLogger } from '../log/logger.ts';
import { createServer } from '../server/index.ts';
import { defineTool } from '../call/define.ts';
import type { DirectDialect } from '../wire/direct.ts';
import { FrameReader } from '../wire/framing.ts';

const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  toolsets: ['base'],
  description: { minimal: 'Echoes its message.', rich: 'Echoes its message.' },
  synonyms: ['repeat'],
  input: z.object({ message: z.string(), wait_ms: z.number().optional() }),
  output: z.object({ message: z.string() }),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'guarded',
  confirmation: 'none',
  cost: 'local',
  methods: ['talk.echo'],
  handler: async ({ message, wait_ms: ms }) => {
    if (message === 'fail') throw new Error('the password is hunter2');
    if (message === 'no json') return { message: 1n as never };
    if (ms !== undefined) await new Promise((resolve) => setTimeout(resolve, ms));
    return { message };
  },
});

/** Sends text to a fresh server, closes the input, and gives every answer. */
export async function converse(text: string, directDialect: DirectDialect = {}, maxBytes?: number): Promise<unknown[]> {
  const server = createServer({
    name: 'test',
    version: '1.0.0',
    tools: [echo],
    toolsets: [{ name: 'base', description: 'All', always: true }],
    log: silentLogger,
    directDialect,
  });
  const input = new PassThrough();
  const output = new PassThrough();
  const wire = server.stdio({ input, output, ...(maxBytes === undefined ? {} : { maxBytes }) });
  const answers: unknown[] = [];
  const reader = new FrameReader();
  output.on('data', (chunk: Buffer) =>
    reader.push(chunk, (frame) => answers.push(frame.kind === 'message' ? JSON.parse(frame.text) : frame)),
  );
  input.end(text);
  await wire.closed;
  return answers;
}

export const lines = (...messages: unknown[]) =>
  messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message))).join('\n');
