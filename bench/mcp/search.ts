// Whether tool_search finds the tool a person means, over a fixed list of questions.
import { searchTools } from '@zorivest/kernel';
import { createJournalServer } from '@zorivest/mcp-server';
import { questions, unseen } from '../../journal/mcp/test/questions.ts';

export function searchTable(): string {
  const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:8765' });
  const lists = [
    { name: 'the list', asked: questions, goal: '97 %, first 90 %' },
    { name: 'colloquial, held out', asked: unseen, goal: '85 %' },
  ].map(({ name, asked, goal }) => {
    const ranks = Object.entries(asked).map(([question, tools]) => {
      const found = searchTools(catalogue, question).map(({ tool }) => tool.name);
      const rank = found.findIndex((one) => tools.includes(one));
      return { question, tools, found, rank: rank === -1 ? Number.POSITIVE_INFINITY : rank + 1 };
    });
    return { name, ranks, goal };
  });
  const missed = lists.flatMap(({ ranks }) => ranks.filter(({ rank }) => rank > 3));
  return [
    '| questions | | first | in the top 3 | in the top 5 | goal (top 3) |',
    '|---|--:|--:|--:|--:|--:|',
    ...lists.map(({ name, ranks, goal }) => {
      const within = (n: number) =>
        `${((100 * ranks.filter(({ rank }) => rank <= n).length) / ranks.length).toFixed(1)} %`;
      return `| ${name} | ${ranks.length} | ${within(1)} | ${within(3)} | ${within(5)} | ${goal} |`;
    }),
    ...(missed.length > 0 ? ['', 'Not in the top 3:'] : []),
    ...missed.map(
      ({ question, tools, found }) =>
        `- ${question}: ${tools.join(' or ')}, found ${found.slice(0, 3).join(', ') || 'nothing'}`,
    ),
  ].join('\n');
}
