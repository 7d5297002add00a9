import { requireWord, type Command } from './command.ts';
import { columns, number } from './text.ts';

const SHOWN = 12;

export const ledger: Command = {
  name: 'ledger',
  usage: 'list | show WORD | verify',
  about: 'every trial ever made, by candles and shape of strategy; verify checks the hash chain',
  example: 'swimmy-mcp ledger list',
  run({ gateway, args, print }) {
    const { ledger: book } = gateway.store;
    const [what] = args;
    if (what === 'verify') {
      const { entries, broken } = book.verify();
      if (broken !== null) process.exitCode = 1;
      return print(
        { ok: broken === null, entries, broken },
        broken === null
          ? `the chain of ${entries} entries is intact\n`
          : `entry ${broken} does not match its hash: the ledger was changed there\n`,
      );
    }
    if (what === 'show') {
      const entries = book.entries(requireWord(args[1], 'the beginning of a dataset, shape or request_id', this));
      if (entries.length === 0) throw new Error('no entry begins with that; see swimmy-mcp ledger list');
      const lines = entries.map((entry) => [
        String(entry.entry),
        new Date(entry.at).toISOString(),
        entry.kind,
        entry.request_id,
        entry.dataset.slice(0, SHOWN),
        entry.shape,
        String(entry.runs),
        number(entry.mean),
      ]);
      const head = ['entry', 'at', 'kind', 'request', 'dataset', 'shape', 'trials', 'mean daily Sharpe'];
      return print(
        entries.map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })),
        `${columns([head, ...lines], [0, 6, 7])}${[...new Set(entries.map(({ shape, strategy }) => `${shape}: ${strategy}\n`))].join('')}`,
      );
    }
    if (what !== undefined && what !== 'list')
      throw new Error('ledger takes list, show or verify; see swimmy-mcp ledger --help');
    const rows = book.list();
    const lines = rows.map((row) => [
      row.dataset.slice(0, SHOWN),
      row.shape,
      String(row.trials),
      String(row.submits),
      number(row.mean_sharpe),
      row.opened ?? 'no',
      row.strategy,
    ]);
    const head = ['dataset', 'shape', 'trials', 'submits', 'mean daily Sharpe', 'opened', 'strategy'];
    print(rows, rows.length === 0 ? 'no trials yet\n' : columns([head, ...lines], [2, 3, 4]));
  },
};
