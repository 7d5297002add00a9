import { defineTool, type AnyTool, type Toolset } from '@zorivest/kernel';
import { z } from 'zod';

export const toolset: Toolset = { name: 'all', description: 'All tools.', always: true };

const common = {
  toolsets: ['all'],
  synonyms: ['x'],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'guarded',
  confirmation: 'none',
  cost: 'local',
} as const;

export const echo: AnyTool = defineTool({
  ...common,
  name: 'echo',
  title: 'Echo',
  description: { minimal: 'Returns the given message.', rich: 'Returns the given message.' },
  input: z.object({ message: z.string() }),
  output: z.object({ message: z.string() }),
  handler: ({ message }) => ({ message }),
});

/** Tools of an ordinary size: five parameters, each described. */
export function tools(count: number): AnyTool[] {
  const describeText = (text: string) => z.string().optional().describe(`${text}, as the person would write it.`);
  return Array.from({ length: count }, (_, at) =>
    defineTool({
      ...common,
      name: `lookup_number_${String(at).padStart(3, '0')}`,
      title: `Lookup ${at}`,
      description: {
        minimal: `Looks up the things of kind ${at} by name, date or account.`,
        rich: `Looks up the things of kind ${at}. ${'Use it when the person asks for them by name, date or account. '.repeat(4)}`,
      },
      input: z.object({
        name: describeText('The name'),
        account: describeText('The account'),
        from: describeText('The first day'),
        to: describeText('The last day'),
        limit: z.number().int().min(1).max(500).default(50).describe('How many at most.'),
      }),
      output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), amount: z.number() })) }),
      handler: () => ({ items: [] }),
    }),
  );
}
