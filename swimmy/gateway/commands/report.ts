import { resultAnswer } from '../result.ts';
import { withPrefix, type Command } from './command.ts';
import { openFile } from './open-file.ts';

const LOOKED_THROUGH = 1000;

export const report: Command = {
  name: 'report',
  usage: '[REQUEST_ID] [--open]',
  about: 'where the HTML report is (default: the latest); its trades are in a CSV file next to it',
  example: 'swimmy-mcp report --open',
  options: { open: { type: 'boolean', about: 'show it' } },
  async run({ gateway, args, flags, print }) {
    const [requestId] = args;
    const rows =
      requestId === undefined
        ? gateway.store.list({ status: 'done', limit: LOOKED_THROUGH, offset: 0 })
        : [gateway.requests.get(withPrefix(gateway, requestId))];
    const file = rows
      .map((row) => resultAnswer(row, undefined, gateway.now()).result?.report_file)
      .find((path) => path !== undefined);
    if (file === undefined) throw new Error('no report: submit with "mode": {"report": true}');
    print({ report_file: file }, `${file}\n`);
    if (flags.open) await openFile(file);
  },
};
