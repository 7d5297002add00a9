import { visible } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

/** With signs that hide or turn text around written out: what is agreed to must be what is seen. */
function writtenOut<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? visible(inner) : inner,
  ) as T; // only texts in it are others
}

/** As many rows as a page of a chat shows; the app has them all. */
const MOST_ROWS = 20;

export const pageApprovals = journalTool({
  name: 'page_approvals',
  title: 'What waits for the person, for a page',
  toolsets: [],
  pagesOnly: true,
  description: {
    minimal: 'What waits for the person to agree to, and where they decide, for the page.',
    rich: 'The calls that wait until the person agrees to them, with what each would do and until when, and the address of the app where they decide. The page of a call that was put off shows it. Deciding is done there or in the shell and never through a tool: this one only reads.',
  },
  input: () => z.object({}),
  output: () => z.looseObject({ items: z.array(z.looseObject({ tool: z.string() })), app: z.string() }),
  hints: READS,
  handler: async (_, { api, options, app }) => {
    const { items } = await api.approvals.list({ query: { status: 'waiting' } }, options);
    const cards = await Promise.all(items.map(({ id }) => api.approvals.wait({ params: { id } }, options)));
    return {
      // Without its id, so that the page cannot be used to decide it.
      items: cards.map(({ operation, summary, told: call, effects, changes, more = 0, asked_at, expires_at }) => ({
        tool: call?.tool ?? operation,
        effect: [summary, ...effects].join('; '),
        arguments: call?.arguments ?? {},
        changes: changes.slice(0, MOST_ROWS).map(writtenOut),
        more: more + Math.max(0, changes.length - MOST_ROWS),
        asked_at,
        expires_at,
      })),
      app: new URL('assistant', app.page).href,
    };
  },
});
