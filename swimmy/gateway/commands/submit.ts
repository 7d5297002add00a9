import { requestSchema, withoutNulls, type BacktestRequest } from '@zorivest/engine';
import { readFile } from 'node:fs/promises';
import { fieldFaults } from '@zorivest/kernel';
import { MAY_ARRIVE } from '../requests.ts';
import { requireWord, type Command } from './command.ts';
import { follow, show } from './follow.ts';

export const submit: Command = {
  name: 'submit',
  usage: 'FILE.json [--watch]',
  about: 'submit a request; with --watch follow it to its result',
  example: 'swimmy-mcp submit swimmy/examples/golden-cross.json --watch',
  options: { watch: { type: 'boolean', about: 'follow it to its result' } },
  async run(call) {
    const { gateway, args, flags, print } = call;
    const request = await readRequest(requireWord(args[0], 'the request as a JSON file', this));
    const submitted = await gateway.requests.submit(request);
    const { request_id, delivery } = submitted;
    const accepted = `accepted: ${request_id}${delivery === 'unconfirmed' ? ` (${MAY_ARRIVE})` : ''}\n`;
    if (!flags.watch) return print(submitted, accepted);
    process.stderr.write(accepted);
    show(await follow(gateway, request_id), call);
  },
};

async function readRequest(file: string): Promise<BacktestRequest> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read`);
  });
  const parsed = requestSchema.safeParse(withoutNulls(objectIn(file, text)));
  if (parsed.success) return parsed.data;
  const faults = fieldFaults(parsed.error).map(
    ({ path, message, column }) => `  ${path}${column === undefined ? '' : `, column ${column}`}: ${message}`,
  );
  throw new Error(`${file} is not a good request:\n${faults.join('\n')}`);
}

function objectIn(file: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${file} holds no request: it must be one JSON object`);
  return value as Record<string, unknown>; // an object, held to the schema next
}
