import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { journalTool, READS, type Host } from '../../tool.ts';

export const serviceLogs = journalTool({
  name: 'zorivest_service_logs',
  title: 'Where the logs are',
  toolsets: ['core'],
  description: {
    minimal: 'Say where the log files of the service are and which there are; not their content.',
    rich: 'Say in which folder the log files of the service are and list them by name, newest generation of each. Log content is never returned, because it can hold account data; open the files on this machine. Works while the service is down. To log more or less use {tool:update_log_level}.',
  },
  input: () => z.object({}),
  output: () => z.object({ log_directory: z.string(), log_files: z.array(z.string()), hint: z.string() }),
  hints: READS,
  guard: 'offline_tolerant',
  handler: async (_, { app: { host } }) => {
    const directory = logDirectory(host);
    const names = await readdir(directory).catch(() => []);
    const log_files = names.filter((name) => name.endsWith('.jsonl')).toSorted();
    return {
      log_directory: directory,
      log_files,
      hint:
        log_files.length > 0
          ? 'One JSON object per line; open them with any text tool.'
          : 'There are no log files yet.',
    };
  },
});

function logDirectory({ platform, env, home }: Host): string {
  if (env.ZORIVEST_HOME) return join(env.ZORIVEST_HOME, 'logs');
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'zorivest', 'logs');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'zorivest', 'logs');
  return join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'zorivest', 'logs');
}
