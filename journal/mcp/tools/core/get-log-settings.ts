import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

const PREFIX = 'logging.';

export const getLogSettings = journalTool({
  name: 'get_log_settings',
  title: 'Read log settings',
  toolsets: ['core'],
  description: {
    minimal: 'Show the log level of each feature, and rotation and backup of the log files.',
    rich: 'Show the logging settings: the level of each feature (trades, tax, scheduler, api and others), the size at which log files rotate and how many are retained. Give prefix to narrow it, e.g. logging.tax. To change a level use {tool:update_log_level}; for where the files are use {tool:zorivest_service_logs}.',
  },
  input: () =>
    z.object({
      prefix: z
        .string()
        .max(200)
        .default(PREFIX)
        .describe('Narrows it.')
        .meta({ detail: 'A key under logging., e.g. logging.tax.' }),
    }),
  // Every answer about a made-up book says so.
  output: () => z.object({ demo: z.boolean().optional() }).catchall(z.string()),
  hints: READS,
  handler: async ({ prefix }, { api, options }) => {
    // Only logging is shown, for any prefix: this tool must not become a second way to all settings.
    const start = prefix.startsWith(PREFIX) ? prefix : PREFIX + prefix;
    const all = await api.settings.list({}, options);
    return Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(start)));
  },
});
