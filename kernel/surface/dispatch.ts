import type { ListedTool, Risk } from './model.ts';

/** One dispatcher per risk, so that a client's approval rules still mean something behind a search. */
export const dispatchers: ReadonlyMap<string, Risk> = new Map([
  ['call_read', 'read'],
  ['call_write', 'write'],
  ['call_destructive', 'destructive'],
]);

const WORDS: Record<Risk, { readonly title: string; readonly does: string }> = {
  read: { title: 'Call a reading tool', does: 'only reads' },
  write: { title: 'Call a writing tool', does: 'changes data' },
  destructive: { title: 'Call a destructive tool', does: 'is destructive or moves money' },
};

export function dispatcherFor(risk: Risk): string {
  return `call_${risk}`;
}

export function describeDispatcher(
  { name, risk }: { readonly name: string; readonly risk: Risk },
  finder: string | undefined,
): ListedTool {
  const { title, does } = WORDS[risk];
  return {
    name,
    title,
    description: `Call any tool that ${does} by name, listed here or not.${finder ? ` Find names with ${finder}.` : ''}`,
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string' }, arguments: { type: 'object' } },
      required: ['name'],
    },
    annotations: {
      readOnlyHint: risk === 'read',
      destructiveHint: risk === 'destructive',
      idempotentHint: risk === 'read',
      openWorldHint: true,
    },
  };
}
