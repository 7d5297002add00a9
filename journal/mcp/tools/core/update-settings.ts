import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, WRITES_ONCE } from '../../tool.ts';

export const updateSettings = journalTool({
  name: 'update_settings',
  title: 'Change settings',
  toolsets: ['core'],
  description: {
    minimal: 'Change one or more user settings in one call; all of them or none.',
    rich: 'Change one or several settings in one call, given as a map from dotted key to text, e.g. {"ui.theme": "light"}. Either all are taken or none: a wrong key or value is named and nothing changes. See {tool:get_settings} for the keys and their present values. For a single log level {tool:update_log_level} is shorter.',
  },
  input: () =>
    z.object({
      settings: z
        .record(z.string(), z.string())
        .refine(
          (map) => Object.keys(map).length >= 1 && Object.keys(map).length <= 50,
          'needs between 1 and 50 settings',
        )
        .describe('Dotted key to text value.'),
    }),
  output: () => contract.settings.update.response,
  hints: WRITES_ONCE,
  writes: () => ['settings.update'],
  handler: ({ settings }, { api, options }) => api.settings.update({ body: settings }, options),
});
