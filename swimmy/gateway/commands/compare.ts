import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { comparisonHtml, type ComparedRun } from '../../report/compare.ts';
import { resultAnswer } from '../result.ts';
import { requireWord, withPrefix, type Command, type CommandCall } from './command.ts';
import { openFile } from './open-file.ts';
import { columns, FIGURES } from './text.ts';

export const compare: Command = {
  name: 'compare',
  usage: 'REQUEST_ID REQUEST_ID … [--report] [--open]',
  about: 'runs side by side: their figures, and with --report their equity in one picture',
  example: 'swimmy-mcp compare 7f2c1c9e 9b757d74 --open',
  options: {
    report: { type: 'boolean', about: 'write a page to SWIMMY_HOME/reports' },
    open: { type: 'boolean', about: 'write the page and open it' },
  },
  async run(call) {
    const { args, flags, print, home } = call;
    requireWord(args[1], 'at least two request_ids', this);
    const runs = args.map((word) => readFinished(call, word));
    const file =
      flags.report || flags.open
        ? resolve(
            home,
            'reports',
            `compare-${runs.map(({ requestId }) => requestId.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 8)).join('-')}.html`,
          )
        : undefined;
    if (file !== undefined) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, comparisonHtml(runs.map(showRun), new Date(call.gateway.now())));
    }
    print(
      {
        runs: runs.map(({ requestId, result: { details: _details, trade_list: _trades, ...figures } }) => ({
          request_id: requestId,
          ...figures,
        })),
        ...(file === undefined ? {} : { report_file: file }),
      },
      `${columns(
        [
          ['', ...runs.map(({ requestId }) => requestId)],
          ['strategy', ...runs.map(({ result }) => result.strategy_name)],
          ...FIGURES.map(([name, of]) => [name, ...runs.map(({ result }) => of(result))]),
        ],
        runs.map((_, i) => i + 1),
      )}${file === undefined ? '' : `report ${file}\n`}`,
    );
    if (flags.open && file !== undefined) await openFile(file);
  },
};

interface FinishedRun {
  readonly requestId: string;
  readonly result: NonNullable<ReturnType<typeof resultAnswer>['result']>;
}

function readFinished({ gateway }: CommandCall, word: string): FinishedRun {
  const request = gateway.requests.get(withPrefix(gateway, word));
  const { result, status } = resultAnswer(request, undefined, gateway.now());
  if (result === null) throw new Error(`${request.request_id} has no result to compare: it is ${status}`);
  return { requestId: request.request_id, result };
}

function showRun({ requestId, result }: FinishedRun): ComparedRun {
  const { equity_curve } = (result.details ?? {}) as { readonly equity_curve?: ComparedRun['equity'] }; // by our worker
  return {
    name: `${result.strategy_name} (${requestId.slice(0, 8)})`,
    figures: FIGURES.map(([name, of]) => [name, of(result)]),
    equity: equity_curve ?? [],
  };
}
