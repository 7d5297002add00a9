// What answers cost a client: concise compared with detailed, and many figures in one call compared with one call each.
import { costOf, FIGURES, fillBook, TASKS, type Asks } from '../../journal/mcp/test/standard-tasks.ts';
import { Peer } from '../kernel/peer.ts';
import { BIN, environment, type BenchService } from './service.ts';

/** `zorivest-mcp` as a client of this name has it. */
async function assistant(
  service: BenchService,
  client: string,
  args: readonly string[],
): Promise<{ peer: Peer; asks: Asks }> {
  const peer = new Peer(BIN, 'legacy', { args, client, env: environment(service) });
  await peer.open();
  const asks: Asks = async ({ name, args: toolArgs }) => (await peer.call({ name, arguments: toolArgs })).content ?? [];
  return { peer, asks };
}

export async function answerTable(service: BenchService): Promise<string> {
  await fillBook(service.api);
  const detailed = await assistant(service, 'claude-code', []);
  const concise = await assistant(service, 'zed', ['--toolsets', 'all', '--layout', 'discrete']);
  const row = (what: string, before: number, after: number, goal: number) =>
    `| ${what} | ${before} | ${after} | ${(100 * (1 - after / before)).toFixed(0)} % | ${goal} % |`;
  const rows = [
    row(
      `${TASKS.length} standard tasks, detailed → concise`,
      await costOf(TASKS, detailed.asks),
      await costOf(TASKS, concise.asks),
      50,
    ),
    row(
      `${FIGURES.alone.length} figures, separate calls → \`query_trade_analytics\``,
      await costOf(FIGURES.alone, detailed.asks),
      await costOf([FIGURES.together], detailed.asks),
      37,
    ),
  ];
  await detailed.peer.close();
  await concise.peer.close();
  return ['| answers | tokens (o200k) before | after | saved | goal |', '|---|--:|--:|--:|--:|', ...rows].join('\n');
}
