import { ApiError } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

export const serviceStatus = journalTool({
  name: 'zorivest_service_status',
  title: 'Service status',
  toolsets: ['core'],
  description: {
    minimal: 'State of the backend process: running or not, memory, load, uptime, scheduler.',
    rich: 'State of the backend service as a process: whether it runs, its id, uptime, memory and load, its version, the scheduler and whether the database is unlocked. An error that says so when it is down. For guard, providers and tool metrics use {tool:zorivest_diagnose}; to restart it use {tool:zorivest_service_restart}.',
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
    const [health, jobs, status] = await Promise.all([
      api.system.health({}, options),
      // The scheduler is where the book is; of a locked one nothing is known.
      api.scheduling.schedulerStatus({}, options).catch((error: unknown) => {
        if (error instanceof ApiError) return null;
        throw error;
      }),
      api.system.status({}, options).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      }),
    ]);
    const { uptime_seconds, version, database } = health;
    const scheduler = jobs && { active_policies: jobs.job_count, next_run: earliest(jobs.jobs) };
    const common = { backend: 'running' as const, uptime_seconds, version, scheduler, database };
    if (status instanceof ApiError) {
      const note = `The process details were refused: ${status.message}`;
      return { ...common, pid: null, memory_mb: null, cpu_percent: null, note };
    }
    return { ...common, pid: status.pid, memory_mb: status.memory_mb, cpu_percent: status.cpu_percent };
  },
});

function earliest(jobs: readonly { readonly next_run: string | null }[]): string | null {
  return jobs.flatMap(({ next_run }) => next_run ?? []).toSorted()[0] ?? null;
}
