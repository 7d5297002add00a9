// Whether tool_search finds the tool a person means, over a fixed list of questions.
import { searchTools } from '@zorivest/kernel';
import { createJournalServer } from '@zorivest/mcp-server';
import { questions } from './questions.ts';

export function searchTable(): string {
  const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:8765' });
  const asked = Object.entries(questions).filter(([, tools]) => tools.some((name) => catalogue.get(name)));
  const ranks = asked.map(([question, tools]) => {
    const found = searchTools(catalogue, question).map(({ tool }) => tool.name);
    const rank = found.findIndex((name) => tools.includes(name));
    return { question, tools, found, rank: rank === -1 ? Number.POSITIVE_INFINITY : rank + 1 };
  });
  const within = (n: number) => ranks.filter(({ rank }) => rank <= n).length / ranks.length;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const missed = ranks.filter(({ rank }) => rank > 3);
  return [
    '| questions | first | in the top 3 | in the top 5 | goal (top 3) |',
    '|--:|--:|--:|--:|--:|',
    `| ${ranks.length} | ${percent(within(1))} | ${percent(within(3))} | ${percent(within(5))} | 95 % |`,
    ...(missed.length > 0 ? ['', 'Not in the top 3:'] : []),
    ...missed.map(
      ({ question, tools, found }) =>
        `- ${question}: ${tools.join(' or ')}, found ${found.slice(0, 3).join(', ') || 'nothing'}`,
    ),
  ].join('\n');
}
