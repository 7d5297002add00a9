import { requestSchema, withoutNulls, type BacktestRequest } from '@zorivest/engine';
import { fieldFaults } from '@zorivest/kernel';
import { MAY_ARRIVE } from '../requests.ts';
import { requireWord, type Command } from './command.ts';
import { follow, show } from './follow.ts';
import { readJson } from './read-json.ts';

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
  const parsed = requestSchema.safeParse(withoutNulls(await readJson(file)));
  if (parsed.success) return parsed.data;
  const faults = fieldFaults(parsed.error).map(
    ({ path, message, column }) => `  ${path}${column === undefined ? '' : `, column ${column}`}: ${message}`,
  );
  throw new Error(`${file} is not a good request:\n${faults.join('\n')}`);
}
