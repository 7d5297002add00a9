import { ApiError } from '@zorivest/contract';
import { KernelError } from '@zorivest/kernel';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { journalTool, READS, WRITES, type Call, type Host } from '../../tool.ts';

export const serviceStatus = journalTool({
  name: 'zorivest_service_status',
  title: 'Service status',
  toolsets: ['core'],
  description: {
    minimal: 'State of the backend process: running or not, memory, load, uptime, scheduler.',
    rich: 'State of the backend service as a process: whether it runs, its id, uptime, memory and load, its version, the scheduler and whether the database is unlocked. An error that says so when it is down. For guard, providers and tool metrics use {zorivest_diagnose}; to restart it use {zorivest_service_restart}.',
  },
  synonyms: [
    'backend running',
    'memory usage',
    'cpu',
    'uptime',
    'process id',
    'daemon',
    'server alive',
    'alive',
    'backend',
    'running',
    'how long up',
    'ram',
    'load',
    'version',
    'died',
    'crashed',
    'service',
    'process',
    'still running',
  ],
  input: () => z.object({}),
  output: () =>
    z.object({
      backend: z.literal('running'),
      pid: z.number().nullable(),
      uptime_seconds: z.number(),
      memory_mb: z.number().nullable(),
      cpu_percent: z.number().nullable(),
      version: z.string(),
      scheduler: z.object({ active_policies: z.number(), next_run: z.string().nullable() }).nullable(),
      database: z.object({ unlocked: z.boolean() }),
      note: z.string().optional(),
    }),
  hints: READS,
  guard: 'offline_tolerant',
  handler: async (_, { api, options }) => {
    const [health, status] = await Promise.all([
      api.system.health({}, options),
      api.system.status({}, options).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      }),
    ]);
    const { uptime_seconds, version, scheduler, database } = health;
    const common = { backend: 'running' as const, uptime_seconds, version, scheduler, database };
    if (status instanceof ApiError) {
      const note = `The process details were refused: ${status.message}`;
      return { ...common, pid: null, memory_mb: null, cpu_percent: null, note };
    }
    return { ...common, pid: status.pid, memory_mb: status.memory_mb, cpu_percent: status.cpu_percent };
  },
});

const POLL_MS = 2000;
const RESTART_MS = 30_000;
/** Uptimes come rounded to a tenth of a second, and requests take a moment. */
const SLACK_MS = 500;

export const serviceRestart = journalTool({
  name: 'zorivest_service_restart',
  title: 'Restart the service',
  toolsets: ['core'],
  description: {
    minimal: 'Restart the backend gracefully and wait until it answers again; confirm "RESTART".',
    rich: 'Restart the backend service: it finishes what is running, closes the database, ends, and its supervisor starts it again; this tool waits up to 30 seconds for it. Needs an admin key and confirm as the literal word RESTART. Use it only when {zorivest_service_status} or {zorivest_diagnose} shows a service that is stuck.',
  },
  synonyms: [
    'reboot',
    'reload backend',
    'bounce',
    'relaunch daemon',
    'turn off and on again',
    'stuck',
    'hangs',
    'frozen',
    'reset service',
    'restart',
    'reboot server',
    'kick',
    'start again',
    'refresh service',
  ],
  input: () => z.object({ confirm: z.literal('RESTART').describe('The word RESTART.') }),
  output: () => z.object({ status: z.literal('restarted'), version: z.string(), uptime_seconds: z.number() }),
  hints: { ...WRITES, destructive: true },
  confirmation: 'required',
  cost: 'slow',
  effect: () => 'Restart the Zorivest service? Work in progress is finished first.',
  handler: async (_, call) => {
    const { api, options, app, context } = call;
    const before = await api.system.health({}, options);
    await api.system.shutdown({}, options);
    const asked = app.host.now();
    // A process that went on running is this much older at every look; a new one is younger, however fast it came.
    const isOld = (uptime: number, waited: number) => uptime * 1000 >= before.uptime_seconds * 1000 + waited - SLACK_MS;
    for (let wasDown = false; app.host.now() - asked < RESTART_MS;) {
      await pause(POLL_MS, undefined, { signal: context.signal });
      const waited = app.host.now() - asked;
      context.progress({ done: Math.min(waited, RESTART_MS), total: RESTART_MS, message: 'Waiting for the service' });
      const health = await healthOf(call);
      if (!health) wasDown = true;
      // The first answer may still come from the process that is ending.
      else if (wasDown || !isOld(health.uptime_seconds, waited)) {
        return { status: 'restarted' as const, version: health.version, uptime_seconds: health.uptime_seconds };
      }
    }
    throw new KernelError(
      'timeout',
      'The service stopped but did not come back within 30 seconds. Start it with `zorivest up`.',
    );
  },
});

function healthOf({ api, options }: Call) {
  return api.system.health({}, { ...options, timeoutMs: POLL_MS }).catch(() => undefined);
}

export const serviceLogs = journalTool({
  name: 'zorivest_service_logs',
  title: 'Where the logs are',
  toolsets: ['core'],
  description: {
    minimal: 'Say where the log files of the service are and which there are; not their content.',
    rich: 'Say in which folder the log files of the service are and list them by name, newest generation of each. Log content is never returned, because it can hold account data; open the files on this machine. Works while the service is down. To log more or less use {update_log_level}.',
  },
  synonyms: [
    'log directory',
    'log files',
    'where are logs',
    'jsonl',
    'trace files',
    'error log',
    'folder',
    'log path',
    'where do logs go',
    'read the logs',
    'location of logs',
    'what happened in the log',
    'log output',
    'debug files',
    'send logs',
    'logs for support',
    'bug report',
    'logs kept',
    'stored',
    'where are they kept',
  ],
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
