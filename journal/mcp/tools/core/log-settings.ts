import { contract, logFeatures } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, READS, WRITES_ONCE } from '../../tool.ts';

const PREFIX = 'logging.';

export const getLogSettings = journalTool({
  name: 'get_log_settings',
  title: 'Read log settings',
  toolsets: ['core'],
  description: {
    minimal: 'Show the log level of each feature, and rotation and backup of the log files.',
    rich: 'Show the logging settings: the level of each feature (trades, tax, scheduler, api and others), the size at which log files rotate and how many are kept. Give prefix to narrow it, e.g. logging.tax. To change a level use {update_log_level}; for where the files are use {zorivest_service_logs}.',
  },
  synonyms: [
    'logging',
    'verbosity',
    'debug level',
    'log rotation',
    'how much is logged',
    'log level',
    'log config',
    'current verbosity',
  ],
  input: () =>
    z.object({
      prefix: z
        .string()
        .max(200)
        .default(PREFIX)
        .describe('Narrows it.')
        .meta({ detail: 'A key under logging., e.g. logging.tax.' }),
    }),
  output: () => z.record(z.string(), z.string()),
  hints: READS,
  handler: async ({ prefix }, { api, options }) => {
    // Whatever is asked for, only logging is shown: this tool must not become a second way to all settings.
    const start = prefix.startsWith(PREFIX) ? prefix : PREFIX + prefix;
    const all = await api.settings.list({}, options);
    return Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(start)));
  },
});

export const updateLogLevel = journalTool({
  name: 'update_log_level',
  title: 'Change a log level',
  toolsets: ['core'],
  description: {
    minimal: 'Change how much one feature logs, at once and without a restart.',
    rich: 'Set the log level of one feature to DEBUG, INFO, WARNING or ERROR. It takes effect at once and lasts. Use DEBUG while hunting a problem and set it back after, since it writes much. Present levels: {get_log_settings}. It does not show log content; {zorivest_service_logs} says where the files are.',
  },
  synonyms: [
    'verbose',
    'debug mode',
    'quiet logs',
    'logging level',
    'trace',
    'more logging',
    'log less',
    'log more',
    'set log',
    'reduce logging',
    'enable debug',
    'silence',
    'turn on debug',
    'more detail in the log',
    'quiet down',
    'spamming',
    'too noisy',
  ],
  input: () =>
    z.object({
      feature: z.enum(logFeatures).describe('Which part.'),
      level: z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR']).describe('New level.'),
    }),
  output: () => z.object({ updated: z.string(), level: z.string(), result: contract.settings.update.response }),
  hints: WRITES_ONCE,
  handler: async ({ feature, level }, { api, options }) => {
    const updated = `${PREFIX}${feature}.level`;
    return { updated, level, result: await api.settings.update({ body: { [updated]: level } }, options) };
  },
});
