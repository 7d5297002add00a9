import { validateRequest } from '../validate.ts';
import { requireWord, type Command } from './command.ts';
import { readJson } from './read-json.ts';

export const validate: Command = {
  name: 'validate',
  usage: 'FILE.json',
  about: 'check a request and the candles it would run on, without running it',
  example: 'swimmy-mcp validate swimmy/examples/golden-cross.json',
  async run({ gateway, args, print }) {
    const file = requireWord(args[0], 'the request as a JSON file', this);
    const checked = await validateRequest(await readJson(file), gateway.requests);
    const { valid, errors, data, runs, warnings } = checked;
    if (!valid) process.exitCode = 1;
    print(
      checked,
      [
        valid ? `${file} can be run\n` : `${file} cannot be run:\n`,
        ...errors.map(
          ({ path, message, column }) => `  ${path}${column === undefined ? '' : `, column ${column}`}: ${message}\n`,
        ),
        ...(data ?? []).map(
          ({ symbol, bars, first, last, gaps }) =>
            `  ${symbol ?? 'candles'}: ${bars} bars from ${first ?? '–'} to ${last ?? '–'}, ${gaps} gaps\n`,
        ),
        runs === null ? '' : `  ${runs} runs\n`,
        ...warnings.map((warning) => `  warning: ${warning}\n`),
      ].join(''),
    );
  },
};
