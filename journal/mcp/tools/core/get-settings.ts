import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

export const getSettings = journalTool({
  name: 'get_settings',
  title: 'Read settings',
  toolsets: ['core'],
  description: {
    minimal: 'Read all user settings, or one of them by its dotted key, as text.',
    rich: 'Read the settings of the journal: all of them, or one by its dotted key such as ui.theme or backup.auto_interval_seconds. Values come back as text. Use {tool:update_settings} to change them and {tool:get_log_settings} for log levels only. Not for broker or market-data credentials, which are never shown.',
  },
  input: () =>
    z.object({
      key: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Dotted key.')
        .meta({ detail: 'Such as ui.theme; all settings when left out.' }),
    }),
  // Every answer about a made-up book says so.
  output: () => z.object({ demo: z.boolean().optional() }).catchall(z.string()),
  hints: READS,
  handler: async ({ key }, { api, options }) => {
    if (key === undefined) return api.settings.list({}, options);
    const { value, value_type } = await api.settings.get({ params: { key } }, options);
    return { key, value, value_type };
  },
});
