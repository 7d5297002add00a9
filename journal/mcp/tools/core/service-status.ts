import { ApiError } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

export const serviceStatus = journalTool({
  name: 'zorivest_service_status',
  title: 'Service status',
  toolsets: ['core'],
  description: {
    minimal: 'State of the backend process: running or not, memory, load, uptime, scheduler.',
    rich: 'State of the backend service as a process: whether it runs, its id, uptime, memory and load, its version, the scheduler and whether the database is unlocked. An error that says so when it is down. For guard, providers and tool metrics use {zorivest_diagnose}; to restart it use {zorivest_service_restart}.',
  },
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
