// What answers cost a client: concise beside detailed, and many figures in one call beside one call each.
import { costOf, FIGURES, fillBook, TASKS, type Asks } from '../../journal/mcp/test/standard-tasks.ts';
import { Peer } from '../kernel/peer.ts';
import { BIN, environment, type Book } from './book.ts';

/** `zorivest-mcp` as a client of this name has it. */
async function assistant(book: Book, client: string, args: readonly string[]): Promise<{ peer: Peer; asks: Asks }> {
  const peer = new Peer(BIN, 'legacy', { args, client, env: environment(book) });
  await peer.open();
  const asks: Asks = async ({ name, args: given }) => (await peer.call({ name, arguments: given })).content ?? [];
  return { peer, asks };
}

export async function answerTable(book: Book): Promise<string> {
  await fillBook(book.api);
  const detailed = await assistant(book, 'claude-code', []);
  const concise = await assistant(book, 'zed', ['--toolsets', 'all', '--surface', 'discrete']);
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
