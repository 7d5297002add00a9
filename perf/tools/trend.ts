// runs.trend
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { DAY_MS, type Period, periodOf } from '../model/period.ts';
import { plural } from '../text/format.ts';
import { type Subject, type Trend, trendOf } from '../trend/trend.ts';
import { answering, type WithCorrelation, correlation, correlationOf, type PerfApp, refusal, rows } from './app.ts';
import { views } from './views.ts';

const defineTool = toolsFor<PerfApp>();

export const runsTrend = defineTool({
  name: 'runs_trend',
  title: 'Show a trend',
  toolsets: ['perf'],
  view: views.trend,
  description: {
    minimal: 'Follow one query class, endpoint or function over all snapshots, oldest first.',
    rich: 'One point for each stored snapshot that contains the class of statements (class), the endpoint or the function, oldest first: of a class the average time of a run, of an endpoint the median of requests that succeed, of a function the time in its own code, with runs, p95, failures; changes of level, drift, last points outside the level (latest), a verdict. {tool:analysis_compare} compares two states.',
  },
  synonyms: ['history', 'over time', 'timeline', 'graph'],
  input: z.object({
    class: z.string().trim().min(4).optional().describe('A class_id, or its beginning.'),
    endpoint: z.string().min(1).optional().describe('An endpoint as the analysis names it.'),
    function: z.string().min(1).optional().describe('A function (span_label) as the analysis names it.'),
    limit: z.int().min(1).max(1000).optional().describe('Maximum number of the newest snapshots; all unless given.'),
    during: z
      .string()
      .optional()
      .describe('Only this time (UTC): 2026-11-01..2026-11-16, with @host of a fleet. A fleet: the last week.'),
    ...correlation,
  }),
  output: answering<Trend & WithCorrelation>(
    z.looseObject({
      kind: z.string(),
      name: z.string().meta({ foreign: 'name' }),
      metric: z.string(),
      points: z.array(z.looseObject({ snapshot_id: z.string(), at: z.string(), value: z.number() })),
      missing: z.number(),
      change_points: rows,
      drift: z.looseObject({}).nullable(),
      latest: z.looseObject({}).nullable(),
      verdict: z.string(),
      correlation_id: z.string(),
    }),
  ),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'slow',
  task: 'optional',
  onRestart: 'run_again',
  methods: ['runs.trend'],
  handler: async (input, { app, correlationId, signal, progress }) => {
    const subject = subjectOf(input);
    const period = await periodOfTrend(app, input);
    const rows = period === null ? null : (await app.store.during(period, false)).rows;
    const runs =
      rows === null
        ? await app.store.list(input.limit)
        : rows
            .slice(-(input.limit ?? rows.length))
            .map(({ at, snapshot }) => ({ snapshot_id: snapshot.id, created_at: at }));
    const known = new Map(rows?.map(({ snapshot }) => [snapshot.id, snapshot]));
    const trend = await trendOf(
      subject,
      runs,
      async (id) => {
        signal.throwIfAborted();
        return known.get(id) ?? (await app.store.get(id));
      },
      (done, total) => progress({ done, total, message: 'reading snapshots' }),
    );
    if (trend.points.length === 0)
      throw refusal(
        `${plural(runs.length, 'The only snapshot does not hold', `None of the ${runs.length} snapshots holds`)} the ${trend.kind} ${trend.name}. Use the exact names of analysis.run.`,
        [{ path: trend.kind, message: 'is in no snapshot' }],
      );
    return { ...trend, correlation_id: correlationOf(input, correlationId) };
  },
});

/** The store of a fleet has a row for each minute and host: there a period is always needed. */
async function periodOfTrend(app: PerfApp, input: { readonly during?: string | undefined }): Promise<Period | null> {
  if (input.during !== undefined) {
    const period = periodOf(input.during);
    if (period !== null) return period;
    throw refusal('The time is invalid.', [
      { path: 'during', message: 'must be 2026-11-16, 2026-11-16T10 or 2026-11-01..2026-11-16, in UTC' },
    ]);
  }
  if (!app.store.isFleet) return null;
  const to = new Date(Math.ceil(app.now().getTime() / DAY_MS) * DAY_MS);
  return { from: new Date(to.getTime() - 7 * DAY_MS), to, host: null };
}

function subjectOf(input: {
  readonly class?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly function?: string | undefined;
}): Subject {
  const subjects = (['class', 'endpoint', 'function'] as const).flatMap((kind): Subject[] => {
    const name = input[kind];
    return name === undefined ? [] : [{ kind, name }];
  });
  const [subject] = subjects;
  if (subject === undefined || subjects.length > 1)
    throw refusal('Give exactly one of class, endpoint and function.', [
      { path: 'class', message: 'exactly one of class, endpoint and function must be given' },
    ]);
  return subject;
}
