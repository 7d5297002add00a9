// A dry run does everything but send, and leaves nothing: fetching comes first, the rest happens in one transaction that
// is rolled back. The book has one connection, so nothing may wait for the network while that transaction is open.
import type { App } from '../core/app.ts';
import type { Db } from '../store/index.ts';
import { runContext, type RunIdentity } from './book/context.ts';
import type { MarketAccess } from './ports.ts';
import type { Policy, PolicyStep } from './policy.ts';
import { parseReference, referencesIn } from './references.ts';
import { runSteps, type RunEnd, type RunPorts, type StepRecord } from './runner.ts';
import { StepError } from './step.ts';

class RolledBack extends Error {
  readonly end: RunEnd;
  constructor(end: RunEnd) {
    super('rolled back');
    this.end = end;
  }
}

export type Timing = Pick<RunPorts, 'now' | 'random' | 'sleep' | 'signal'>;

export async function dryRun(
  app: App,
  policy: Policy,
  identity: RunIdentity,
  timing: Timing,
): Promise<{ readonly end: RunEnd; readonly records: readonly StepRecord[] }> {
  const records: StepRecord[] = [];
  const record = (step: StepRecord) => {
    records.push(step);
    return Promise.resolve();
  };
  const [first, rest] = fetchesFirst(policy.steps);
  const outside = runContext(app, app.store.db, identity);
  // Where an incremental fetch left off belongs to real runs: a dry one must not make them skip what it saw.
  const market: MarketAccess = { ...outside.market, moveCursor: () => Promise.resolve() };
  const fetched = await runSteps({ ...policy, steps: first }, { ...timing, record, context: { ...outside, market } });
  if (fetched.status === 'failed' || fetched.status === 'cancelled') return { end: fetched, records };

  const end = await app.store.db
    .transaction()
    .execute(async (tx: Db) => {
      const context = { ...runContext(app, tx, identity), market: noNetwork };
      throw new RolledBack(
        await runSteps({ ...policy, steps: rest }, { ...timing, record, context, finished: fetched.outputs }),
      );
    })
    .catch((error: unknown) => {
      if (error instanceof RolledBack) return error.end;
      throw error;
    });
  const status = end.status === 'success' ? fetched.status : end.status;
  return { end: { ...end, status }, records };
}

/** Fetches that need nothing but each other can come before everything else. */
function fetchesFirst(steps: readonly PolicyStep[]): [PolicyStep[], PolicyStep[]] {
  const early = new Set<string>();
  for (const step of steps) {
    const refs = [
      ...referencesIn(step.params).flatMap(({ ref }) => ref ?? []),
      ...(step.skip_if ? [step.skip_if.field] : []),
    ];
    const ready = refs.every((ref) => early.has(parseReference(ref)?.step ?? ''));
    if (step.type === 'fetch' && ready) early.add(step.id);
  }
  return [steps.filter(({ id }) => early.has(id)), steps.filter(({ id }) => !early.has(id))];
}

const refuse = () =>
  Promise.reject(new StepError('this fetch depends on what an earlier step writes, which a dry run cannot try'));

const noNetwork: MarketAccess = { fetch: refuse, download: refuse, cursor: refuse, moveCursor: refuse };
