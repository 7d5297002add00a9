import { isFinished } from '../requests.ts';
import { STATUSES } from '../store.ts';
import { wholeFlag, type Command } from './command.ts';
import { columns } from './text.ts';

export const list: Command = {
  name: 'list',
  usage: '[--status STATUS] [--limit N]',
  about: 'submitted backtests, newest first, with their status',
  example: 'swimmy-mcp list --status running',
  options: {
    status: { type: 'string', about: `only one of ${STATUSES.join(', ')}` },
    limit: { type: 'string', about: 'how many (default 50)' },
  },
  async run(call) {
    const { gateway, flags, print } = call;
    const status = STATUSES.find((each) => each === flags.status);
    if (flags.status !== undefined && status === undefined)
      throw new Error(`--status is one of ${STATUSES.join(', ')}, not ${JSON.stringify(flags.status)}`);
    await gateway.requests.refresh();
    const rows = gateway.store.list({ status, limit: wholeFlag(call, 'limit', 50, 100_000), offset: 0 }).map((row) => ({
      request_id: row.request_id,
      status: row.status,
      progress: isFinished(row.status) ? null : (gateway.requests.progress(row.request_id)?.share ?? null),
      strategy_name: row.name,
      symbol: row.symbol,
      submitted_at: new Date(row.submitted_at).toISOString(),
      reason: row.reason,
    }));
    const lines = rows.map((row) => [
      row.request_id,
      row.progress === null ? row.status : `${row.status} ${Math.floor(100 * row.progress)} %`,
      row.submitted_at.slice(0, 16).replace('T', ' '),
      row.strategy_name,
      row.reason ?? '',
    ]);
    print(rows, columns(lines) || 'no backtests submitted yet\n');
  },
};
