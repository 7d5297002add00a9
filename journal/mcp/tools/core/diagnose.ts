import { z } from 'zod';
import { journalTool, READS, type Call } from '../../tool.ts';
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
  synonyms: [
    'health check',
    'status',
    'what is wrong',
    'not working',
    'is it up',
    'troubleshoot',
    'debug',
    'error rate',
    'latency',
    'performance of tools',
    'slow',
    'broken',
    'fails',
    'failing',
    'connection problem',
    'self test',
    'guard status',
    'is it locked',
    'check system',
    'server status',
    'what is broken',
    'tool errors',
    'all good',
    'anything wrong',
    'does it work',
    'down',
    'not responding',
    'report problems',
    'what is going on',
    'okay',
    'nothing works',
    'nothing loads',
    'something is off',
    'something feels wrong',
    'no answer',
    'acting up',
    'anymore',
  ],
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
    const [health, version, guard, providers] = await Promise.all([
      tried(() => api.system.health({}, options)),
      tried(() => api.system.version({}, options)),
      tried(() => api.guard.status({}, options)),
      tried(() => providersOf(call)),
    ]);
    const metrics = app.metrics.summary(verbose);
    const problems = [
      ...[health, version, guard, providers].flatMap((one) => (one.ok ? [] : [one.problem])),
      ...(health.ok && !health.value.database_unlocked
        ? ['The database is locked: unlock it in the app or with a key.']
        : []),
      ...(guard.ok && guard.value.is_locked
        ? [`The guard is locked: ${guard.value.lock_reason ?? 'no reason given'}.`]
        : []),
      ...(app.latch.reason === null ? [] : [`This server is locked: ${app.latch.reason}.`]),
    ];
    return {
      backend: health.ok
        ? { reachable: true, status: health.value.status }
        : { reachable: health.answered, status: health.answered ? 'failing' : 'unreachable' },
      version: version.ok
        ? { version: version.value.version, context: version.value.context }
        : { version: 'unknown', context: 'unknown' },
      database: {
        unlocked: health.ok ? health.value.database_unlocked : health.answered ? ('unknown' as const) : false,
      },
      guard: guard.ok
        ? {
            enabled: guard.value.is_enabled,
            locked: guard.value.is_locked || app.latch.reason !== null,
            lock_reason: guard.value.lock_reason ?? app.latch.reason,
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
        locked_here: app.latch.reason,
      },
      metrics: { ...metrics },
      problems: [...new Set(problems)],
    };
  },
});

interface Provider {
  readonly name: string;
  readonly is_enabled: boolean;
  readonly has_key: boolean;
}

/** Fields are picked one by one: whatever the service adds to a provider later, a key can never slip through. */
async function providersOf({ api, options }: Call): Promise<Provider[]> {
  const providers = await api.market.providers({}, { ...options, timeoutMs: PROBE_MS });
  return providers.map(({ provider_name, is_enabled, has_api_key }) => ({
    name: provider_name,
    is_enabled,
    has_key: has_api_key,
  }));
}

type Tried<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly answered: boolean; readonly problem: string };

async function tried<T>(ask: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    const answered = !(error instanceof Error && error.name === 'ApiUnreachable');
    const problem =
      error instanceof SyntaxError ? 'The service answered with something that is not JSON.' : (error as Error).message;
    return { ok: false, answered, problem };
  }
}
