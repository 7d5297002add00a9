// `swimmy-mcp`: the gateway on stdio, and a few commands for people.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createServer, fileTasks } from '@zorivest/kernel';
import { QUEUE_OPTIONS } from '../queue/address.ts';
import { homeFrom } from '../settings.ts';
import { VERSION } from '../version.ts';
import { openCallLog } from './call-log.ts';
import { swimmyDialect } from './dialect.ts';
import { openGateway } from './gateway.ts';
import type { Gateway } from './tools/define.ts';
import { gatewayTools, TOOLSETS } from './tools.ts';

/** The gateway's queue: the most direct calls in progress. Beyond it, reading stdin waits. */
const QUEUE = 16_384;

function stderrLog(event: string, details: object = {}): void {
  process.stderr.write(`${JSON.stringify({ timestamp: new Date().toISOString(), event, ...details })}\n`);
}

async function serve(): Promise<void> {
  const key = process.env.SWIMMY_MCP_API_KEY ?? '';
  if (key.trim() === '') {
    throw new Error(
      'SWIMMY_MCP_API_KEY is missing or blank. Set it to a secret of your own; without one the gateway does not start.',
    );
  }
  const gateway = openGateway(process.env, stderrLog);
  const calls = openCallLog(join(homeFrom(process.env), 'logs', 'mcp_gateway.jsonl'), key);
  const server = createServer<Gateway>({
    name: 'swimmy-mcp',
    title: 'Swimmy backtest gateway',
    version: VERSION,
    tools: gatewayTools((call) => calls.tool(call)),
    toolsets: TOOLSETS,
    presentation: {
      dropsNulls: true,
      about:
        'Submits strategy backtests to an engine and tracks each to its result. It can never place or close a trade.',
      advice: [
        'See the available data with {tool:data_list} and building blocks with {tool:backtest_catalogue}, and check a request with {tool:backtest_validate}.',
        'Submit with {tool:backtest_submit}, then read {tool:backtest_result} with wait_seconds; ids stay valid across restarts.',
      ],
    },
    // A dozen tools: every client can afford their full descriptions, output schemas and whole answers.
    operator: { mode: 'anthropic' },
    // The work lives with the queue and its workers: who asks again waits for the same run.
    tasks: () => fileTasks(join(homeFrom(process.env), 'state', 'tasks.db')),
    app: () => gateway,
    directDialect: swimmyDialect(key, (exchange) => calls.direct(exchange)),
  });
  const wire = server.stdio({ maxDirect: QUEUE });
  const stop = (): void => void wire.close();
  process.on('SIGINT', stop).on('SIGTERM', stop);
  await wire.closed;
  gateway.close();
  calls.close();
  process.exit(0);
}

process.on('unhandledRejection', (reason) =>
  stderrLog('unexpected', { reason: reason instanceof Error ? reason.message : String(reason) }),
);
const argv = process.argv.slice(2);
// Options of the queue hold for every command, as the variables do.
for (const [name, { variable }] of Object.entries(QUEUE_OPTIONS)) {
  const at = argv.indexOf(`--${name}`);
  if (at >= 0) process.env[variable] = argv.splice(at, 2)[1] ?? '';
}
const [command, ...rest] = argv;
// Over MCP the launching environment is the key: a client that has no key needs none, and direct calls, which
// carry one, match no known key.
if (command === 'mcp') process.env.SWIMMY_MCP_API_KEY ||= randomBytes(24).toString('base64url');
// What only a person's commands need is not loaded when a client starts the server.
const work =
  command === undefined || command === 'serve' || command === 'mcp'
    ? serve()
    : import('./commands.ts').then(({ runCommand }) => runCommand(command, rest, process.env));
work.catch((error: unknown) => {
  process.stderr.write(`swimmy-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
