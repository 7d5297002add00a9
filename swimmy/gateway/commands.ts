// What a person types: submit a request from a file, watch it, open its report. The same gateway, without a wire.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fieldFaults } from '@zorivest/kernel';
import { requestSchema, withoutNulls } from '../request/schema.ts';
import { VERSION } from '../version.ts';
import { openGateway, type OpenGateway } from './gateway.ts';
import { MAY_ARRIVE } from './requests.ts';
import { resultAnswer, type ResultAnswer } from './result.ts';

const HELP = `swimmy-mcp: submits backtests and follows them; it can never trade

usage: swimmy-mcp                              serve MCP and JSON-RPC on stdio (needs SWIMMY_MCP_API_KEY)
       swimmy-mcp submit FILE.json [--watch]   submit a request; with --watch follow it to its result
       swimmy-mcp watch REQUEST_ID             follow a request
       swimmy-mcp report [REQUEST_ID] [--open] where the HTML report is (default: the latest); --open shows it
       swimmy-mcp list                         what was submitted

  --json      print the answer as JSON
  --version   print the version
  SWIMMY_HOME holds state, logs and reports (default: the working directory).

example: swimmy-mcp submit swimmy/examples/golden-cross.json --watch
`;

type Environment = Readonly<Record<string, string | undefined>>;
const DAY_MS = 24 * 3600 * 1000;

export async function runCommand(command: string, args: readonly string[], env: Environment): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      watch: { type: 'boolean' },
      json: { type: 'boolean' },
      open: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  if (values.help || command === '--help' || command === '-h' || command === 'help')
    return void process.stdout.write(HELP);
  if (command === '--version') return void process.stdout.write(`${VERSION}\n`);
  const print = (answer: object, text: string) =>
    void process.stdout.write(values.json ? `${JSON.stringify(answer)}\n` : text);
  const gateway = openGateway(env, () => undefined);
  try {
    switch (command) {
      case 'submit': {
        const request = await readRequest(positionals[0]);
        const submitted = await gateway.requests.submit(request);
        const { request_id: requestId, delivery } = submitted;
        const accepted = `accepted: ${requestId}${delivery === 'unconfirmed' ? ` (${MAY_ARRIVE})` : ''}\n`;
        if (!values.watch) return print(submitted, accepted);
        process.stderr.write(accepted);
        return finish(await follow(gateway, requestId), print);
      }
      case 'watch':
        return finish(await follow(gateway, needed(positionals[0], 'the request_id')), print);
      case 'report':
        return await report(gateway, positionals[0], values.open ?? false, print);
      case 'list': {
        await gateway.requests.refresh();
        const rows = gateway.store.list({ limit: 50, offset: 0 });
        return print(
          rows,
          rows.map((row) => `${row.request_id}  ${row.status.padEnd(9)}  ${row.name}\n`).join('') ||
            'nothing was submitted yet\n',
        );
      }
      default:
        throw new Error(`there is no command ${JSON.stringify(command)}; see swimmy-mcp --help`);
    }
  } finally {
    gateway.close();
  }
}

async function readRequest(file: string | undefined) {
  const text = await readFile(needed(file, 'the request as a JSON file'), 'utf8');
  const parsed = requestSchema.safeParse(withoutNulls(JSON.parse(text) as Record<string, unknown>));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${file} is not a good request:\n${fieldFaults(parsed.error)
      .map(({ path, message }) => `  ${path}: ${message}`)
      .join('\n')}`,
  );
}

function needed(value: string | undefined, what: string): string {
  if (value === undefined) throw new Error(`give ${what}; see swimmy-mcp --help`);
  return value;
}

async function follow(gateway: OpenGateway, requestId: string): Promise<ResultAnswer> {
  const request = await gateway.requests.wait(requestId, DAY_MS, new AbortController().signal, ({ share, stage }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${stage} ${(100 * share).toFixed(0)} %   `);
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  return resultAnswer(request, undefined, Date.now());
}

function finish(answer: ResultAnswer, print: (answer: object, text: string) => void): void {
  const { result } = answer;
  if (result === null) process.exitCode = 1;
  print(
    answer,
    result
      ? summary(answer.request_id, result)
      : `${answer.request_id}: ${answer.status}${answer.reason ? ` (${answer.reason})` : ''}\n`,
  );
}

function summary(requestId: string, result: NonNullable<ResultAnswer['result']>): string {
  const figure = (value: number | null) => (value === null ? 'n/a' : String(Number(value.toFixed(4))));
  return [
    `${result.strategy_name} (${requestId}): done`,
    `  trades ${result.trades}, win rate ${figure(result.win_rate)} %, profit ${figure(result.pnl)}, profit factor ${figure(result.profit_factor)}`,
    `  Sharpe ${figure(result.sharpe)}, Sortino ${figure(result.sortino)}, drawdown ${figure(result.max_drawdown && 100 * result.max_drawdown)} %`,
    ...(result.report_file ? [`  report ${result.report_file}`] : []),
    '',
  ].join('\n');
}

async function report(
  gateway: OpenGateway,
  requestId: string | undefined,
  show: boolean,
  print: (answer: object, text: string) => void,
): Promise<void> {
  const rows =
    requestId === undefined
      ? gateway.store.list({ status: 'done', limit: 1000, offset: 0 })
      : [gateway.requests.get(requestId)];
  const file = rows
    .map((row) => resultAnswer(row, undefined, Date.now()).result?.report_file)
    .find((path) => path !== undefined);
  if (file === undefined) throw new Error('no report: submit with "mode": {"report": true}');
  print({ report_file: file }, `${file}\n`);
  if (!show) return;
  const [opener, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(opener ?? '', [...before, file], { stdio: 'ignore', detached: true });
    child.on('error', () => reject(new Error(`no program to show it with; open ${file} in a browser`)));
    child.on('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
