import { contract, logFeatures } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, WRITES_ONCE } from '../../tool.ts';

const PREFIX = 'logging.';

export const updateLogLevel = journalTool({
  name: 'update_log_level',
  title: 'Change a log level',
  toolsets: ['core'],
  description: {
    minimal: 'Change how much one feature logs, immediately and without a restart.',
    rich: 'Set the log level of one feature to DEBUG, INFO, WARNING or ERROR. It takes effect immediately and lasts. Use DEBUG while hunting a problem and set it back after, since it writes much. Present levels: {tool:get_log_settings}. It does not show log content; {tool:zorivest_service_logs} says where the files are.',
  },
  input: () =>
    z.object({
      feature: z.enum(logFeatures).describe('Which part.'),
      level: z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR']).describe('New level.'),
    }),
  output: () => z.object({ updated: z.string(), level: z.string(), result: contract.settings.update.response }),
  hints: WRITES_ONCE,
  writes: () => ['settings.update'],
  handler: async ({ feature, level }, { api, options }) => {
    const updated = `${PREFIX}${feature}.level`;
    return { updated, level, result: await api.settings.update({ body: { [updated]: level } }, options) };
  },
});
