import { codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, WRITES_ONCE } from '../../tool.ts';

export const manageSettings = journalTool({
  name: 'manage_settings',
  title: 'Read or change settings',
  toolsets: [],
  description: {
    minimal: 'Read settings (action get) or change them (action update) with one tool.',
    rich: 'Read or change settings with one tool: action get answers with all settings or the one named by key; action update takes settings, a map from dotted key to text, and changes all of them or none. The same as {tool:get_settings} and {tool:update_settings}; use whichever is listed. Emergency tools are never part of it.',
  },
  input: () =>
    z.object({
      action: z.enum(['get', 'update']).describe('What to do.'),
      key: z.string().min(1).max(200).optional().describe('For get: one dotted key.'),
      settings: z.record(z.string(), z.string()).optional().describe('For update: key to text.'),
    }),
  output: () => z.record(z.string(), z.unknown()),
  hints: WRITES_ONCE,
  handler: async ({ action, key, settings }, { context }) => {
    if (action === 'update' && settings === undefined) {
      throw new KernelError(codes.invalidArguments, 'Give settings for action update.');
    }
    const [tool, args] =
      action === 'get' ? ['get_settings', key === undefined ? {} : { key }] : ['update_settings', { settings }];
    const outcome = await context.call(tool, args);
    if (!outcome.ok) throw outcome.error;
    return outcome.data as Record<string, unknown>;
  },
});
