import { columns, number } from './text.ts';
import { wholeFlag, type Command } from './command.ts';

const PAGE = 50;

export const data: Command = {
  name: 'data',
  usage: '[FOLDER] [--search TEXT] [--page N]',
  about: 'the candle files the worker can read: symbols, spans, steps and gaps',
  example: 'swimmy-mcp data data/historical --search USD',
  options: {
    search: { type: 'string', about: 'only symbols that contain this text' },
    page: { type: 'string', about: `the page of ${PAGE} files to show (from 1)` },
  },
  async run(call) {
    const { gateway, args, flags, print } = call;
    const page = Math.max(1, wholeFlag(call, 'page', 1, 1e6));
    const listed = await gateway.requests.listData({
      folder: args[0],
      search: typeof flags.search === 'string' ? flags.search : undefined,
      offset: (page - 1) * PAGE,
      limit: PAGE,
    });
    if (listed === undefined) throw new Error('no swimmy-worker is reachable; start one with swimmy-worker');
    const day = (seconds: number | null | undefined) =>
      typeof seconds === 'number' ? new Date(1000 * seconds).toISOString().slice(0, 16).replace('T', ' ') : '';
    const rows = listed.files.map((file) => [
      file.symbol,
      file.note ?? day(file.first_time),
      day(file.last_time),
      file.bars === undefined ? '' : number(file.bars),
      typeof file.step_seconds === 'number' ? `${number(file.step_seconds / 60)} min` : '',
      file.gaps === undefined ? '' : number(file.gaps),
      file.dataset,
    ]);
    const head = ['symbol', 'from', 'to', 'bars', 'step', 'gaps', 'dataset'];
    const pages = Math.max(1, Math.ceil(listed.total / PAGE));
    print(
      listed,
      listed.total === 0
        ? `no candle files (.csv or .parquet) in ${listed.folder}\n`
        : `${columns([head, ...rows], [3, 4, 5])}page ${page} of ${pages}, ${listed.total} files\n`,
    );
  },
};
