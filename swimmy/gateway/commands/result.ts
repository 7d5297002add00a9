import type { Trade } from '@zorivest/engine';
import { tradesCsv } from '../../report/trades-csv.ts';
import { resultAnswer, withSweepPage, type ResultAnswer } from '../result.ts';
import { requestNamed, wholeFlag, type Command } from './command.ts';
import { show } from './follow.ts';
import { columns, number, percent } from './text.ts';

export const result: Command = {
  name: 'result',
  usage: 'REQUEST_ID [--sweep-offset N] [--sweep-limit N] [--csv]',
  about: 'the figures of a request, the runs of its sweep page by page, or its trades as CSV',
  example: 'swimmy-mcp result 7f2c1c9e-6a0e-4b7e-9d7b-1d0f3c1a2b4c --sweep-limit 20',
  options: {
    'sweep-offset': { type: 'string', about: 'first run of the sweep to show, best first (default 0)' },
    'sweep-limit': { type: 'string', about: 'how many runs (default 50)' },
    csv: { type: 'boolean', about: 'its trades as CSV (submitted with include_trades or mode.report)' },
  },
  async run(call) {
    const { gateway, flags, print } = call;
    const requestId = requestNamed(call, this);
    gateway.requests.get(requestId);
    await gateway.requests.refresh([requestId]);
    const request = gateway.requests.get(requestId);
    const answer = resultAnswer(request, gateway.requests.progress(requestId)?.share, gateway.now());
    if (flags.csv) {
      const trades = detailsOf(answer)?.trades;
      if (trades === undefined)
        throw new Error(
          'no trades were kept: submit with "include_trades": true and a mode, or with "mode": {"report": true}',
        );
      return print(trades, tradesCsv(trades));
    }
    if (flags['sweep-offset'] === undefined && flags['sweep-limit'] === undefined) return show(answer, call);
    const paged = withSweepPage(answer, gateway.store.sweepRows(requestId), {
      offset: wholeFlag(call, 'sweep-offset', 0, 1e9),
      limit: wholeFlag(call, 'sweep-limit', 50, 10_000),
    });
    const rows = detailsOf(paged)?.sweep?.rows;
    if (rows === undefined) throw new Error('it has no sweep: submit with "mode": {"sweep": {...}}');
    print(paged, sweepText(rows));
  },
};

interface Shown {
  readonly trades?: readonly Trade[];
  readonly sweep?: {
    readonly rows?: readonly {
      readonly parameters: Readonly<Record<string, number>>;
      readonly figures: Readonly<Record<string, number | null>>;
    }[];
  };
}

/** Details are written by a worker of ours; here only what is shown of them is named. */
const detailsOf = (answer: ResultAnswer) => answer.result?.details as Shown | undefined;

function sweepText(rows: NonNullable<NonNullable<Shown['sweep']>['rows']>): string {
  const names = Object.keys(rows[0]?.parameters ?? {});
  return columns(
    [
      [...names, 'Sharpe', 'profit', 'trades', 'max drawdown'],
      ...rows.map(({ parameters, figures }) => [
        ...names.map((name) => String(parameters[name])),
        number(figures.sharpe),
        number(figures.pnl),
        number(figures.trades),
        percent(figures.max_drawdown),
      ]),
    ],
    Array.from({ length: names.length + 4 }, (_, i) => i),
  );
}
