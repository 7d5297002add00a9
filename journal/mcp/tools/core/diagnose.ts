import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';
import { VERSION } from '../../version.ts';

/** Each question has this long: a report that hangs with the service is no report. */
const PROBE_MS = 4000;

export const diagnose = journalTool({
  name: 'zorivest_diagnose',
  title: 'Diagnose',
  toolsets: ['core'],
  description: {
    minimal: 'Health report: service, database, guard, data providers and metrics of this server.',
    rich: 'One report on what works and what does not: is the service reachable, is the database unlocked, is the guard locked and why, which market-data providers are set up, how the tools of this server perform. Always answers, also when all else is down or locked. Use it first when a call fails. Never shows a key.',
  },
  input: () =>
    z.object({
      verbose: z.boolean().default(false).describe('Add metrics per tool.'),
    }),
  output: () =>
    z.object({
      backend: z.object({ reachable: z.boolean(), status: z.string() }),
      version: z.object({ version: z.string(), context: z.string() }),
      database: z.object({ unlocked: z.union([z.boolean(), z.literal('unknown')]) }),
      guard: z.record(z.string(), z.unknown()),
      providers: z.array(z.object({ name: z.string(), is_enabled: z.boolean(), has_key: z.boolean() })),
      mcp_server: z.record(z.string(), z.unknown()),
      metrics: z.record(z.string(), z.unknown()),
      problems: z.array(z.string()),
    }),
  hints: READS,
  guard: 'unguarded',
  handler: async ({ verbose }, call) => {
    const { api, app } = call;
    const options = { ...call.options, timeoutMs: PROBE_MS };
    const state = () =>
      Promise.all([
        tryRead('/health', health(), () => api.system.health({}, options)),
        tryRead('/mcp-guard/status', guardStatus(), () => api.guard.status({}, options)),
      ]);
    const [before, built, providers] = await Promise.all([
      state(),
      tryRead('/version', version(), () => api.system.version({}, options)),
      tryRead('/market-data/providers', providerList(), () => api.market.providers({}, options)),
    ]);
    // After a start the question that needs a key opens the book, while those that need none found it locked.
    const isOpenSince = before[0].ok && before[0].value.unlocked === false && providers.ok;
    const [alive, guard] = isOpenSince ? await state() : before;
    const metrics = app.metrics.summary(verbose);
    const problems = [
      ...[alive, built, guard, providers].flatMap((one) => (one.ok ? [] : [one.problem])),
      ...(alive.ok && alive.value.unlocked === false
        ? ['The database is locked: a key opens it with the next call, the person with `zorivest open`.']
        : []),
      ...(guard.ok && guard.value.is_locked
        ? [`The guard is locked: ${guard.value.lock_reason ?? 'no reason given'}.`]
        : []),
      ...(app.latch.isPending ? [`This server is locked: ${app.latch.reason}.`] : []),
    ];
    return {
      backend: alive.ok
        ? { reachable: true, status: alive.value.status }
        : { reachable: alive.answered, status: alive.answered ? 'failing' : 'unreachable' },
      version: built.ok ? built.value : { version: 'unknown', context: 'unknown' },
      database: { unlocked: alive.ok ? alive.value.unlocked : alive.answered ? ('unknown' as const) : false },
      guard: guard.ok
        ? {
            enabled: guard.value.is_enabled,
            locked: guard.value.is_locked || app.latch.isPending,
            lock_reason: guard.value.lock_reason ?? (app.latch.isPending ? app.latch.reason : null),
            call_count: guard.value.recent_calls_1min,
            recent_calls_1min: guard.value.recent_calls_1min,
            recent_calls_1hr: guard.value.recent_calls_1hr,
          }
        : { status: 'unavailable', locked: app.latch.reason !== null },
      providers: providers.ok ? providers.value : [],
      mcp_server: {
        version: VERSION,
        uptime_minutes: metrics.session_uptime_minutes,
        node_version: process.version,
        locked_here: app.latch.isPending ? app.latch.reason : null,
      },
      metrics: { ...metrics },
      problems: [...new Set(problems)],
    };
  },
});

// What is read of each answer, and no more: this report must come about whatever the service says, and of a provider
// nothing is passed on but these fields, so that a key can never slip through.
const health = () =>
  z
    .object({
      status: z.string(),
      database: z.object({ unlocked: z.boolean() }).optional(),
      database_unlocked: z.boolean().optional(),
    })
    .transform(({ status, database, database_unlocked }) => ({
      status,
      unlocked: database?.unlocked ?? database_unlocked ?? ('unknown' as const),
    }));
const version = () => z.object({ version: z.string(), context: z.string().default('unknown') });
const guardStatus = () =>
  z.object({
    is_enabled: z.boolean(),
    is_locked: z.boolean(),
    lock_reason: z.string().nullish(),
    recent_calls_1min: z.number().default(0),
    recent_calls_1hr: z.number().default(0),
  });
const providerList = () =>
  z.array(
    z
      .object({ provider_name: z.string(), is_enabled: z.boolean(), has_api_key: z.boolean() })
      .transform(({ provider_name, is_enabled, has_api_key }) => ({
        name: provider_name,
        is_enabled,
        has_key: has_api_key,
      })),
  );

type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly answered: boolean; readonly problem: string };

async function tryRead<S extends z.ZodType>(
  path: string,
  schema: S,
  ask: () => Promise<unknown>,
): Promise<ReadResult<z.output<S>>> {
  try {
    const { success, data } = schema.safeParse(await ask());
    if (success) return { ok: true, value: data };
    return { ok: false, answered: true, problem: `The service answered ${path} with something it should not.` };
  } catch (error) {
    const answered = !(error instanceof Error && error.name === 'ApiUnreachable');
    const problem =
      error instanceof SyntaxError ? 'The service answered with something that is not JSON.' : (error as Error).message;
    return { ok: false, answered, problem };
  }
}
