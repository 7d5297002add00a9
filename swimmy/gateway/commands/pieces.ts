import { csvOf } from '../../table/csv.ts';
import { pageOf } from '../../table/table.ts';
import { piecesOf } from '../result.ts';
import { requestNamed, type Command } from './command.ts';
import { columns } from './text.ts';

/** How long a queue may take to answer. */
const QUEUE_MS = 3000;

export const pieces: Command = {
  name: 'pieces',
  usage: 'REQUEST_ID [--csv]',
  about: 'the pieces of a sweep: which worker ran each, and how often it was started',
  example: 'swimmy-mcp pieces 7f2c1c9e --csv',
  options: { csv: { type: 'boolean', about: 'as CSV' } },
  async run(call) {
    const { gateway, flags, print } = call;
    const table = await piecesOf(gateway.requests.get(requestNamed(call, this)), gateway.tables);
    if (table === undefined) {
      const fault = await gateway.queue?.fault(QUEUE_MS);
      throw new Error(
        fault === undefined
          ? 'it has no pieces: only a sweep shared by workers of a queue is cut into pieces'
          : `its pieces cannot be read: ${fault}`,
      );
    }
    try {
      if (flags.csv) {
        for (const text of csvOf(table)) process.stdout.write(text);
        return;
      }
      const rows = pageOf(table, 0, table.rows).rows.map(({ figures }) => figures);
      const names = table.columns.map(({ name }) => name);
      print(rows, columns([names, ...rows.map((row) => names.map((name) => String(row[name])))]));
    } finally {
      table.close();
    }
  },
};
