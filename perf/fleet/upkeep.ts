// Periodic tasks of `serve`: rolls up pushed snapshots, looks for new levels, sends alarms, deletes old data.
import type { Logger } from '@zorivest/kernel/log';
import { DAY_MS } from '../model/period.ts';
import { newLevelOf, pointsOf } from './alarms.ts';
import type { AlarmTarget } from './deliver.ts';
import type { PostgresStore } from './postgres-store.ts';

export interface UpkeepOptions {
  readonly store: PostgresStore;
  readonly keepDays: number;
  readonly targets: readonly AlarmTarget[];
  /** The smallest growth that is an alarm; 0.25 is a quarter. */
  readonly leastChange: number;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Each task fails alone: an unreachable webhook must not prevent the roll-up. */
export async function keepUp(options: UpkeepOptions): Promise<void> {
  const { store, keepDays, now, log } = options;
  const part = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.error('upkeep', { part: name, message: error instanceof Error ? error.message : 'unknown' });
    }
  };
  await part('roll up', async () => {
    const { fleet } = await store.rollUp();
    if (fleet !== null) await store.addPoints(pointsOf(fleet));
  });
  if (options.targets.length > 0) {
    await part('alarms', () => raiseAlarms(options));
    await part('deliver', () => deliverAlarms(options));
  }
  await part('forget', async () => {
    await store.forgetParts();
    await store.forgetBefore(new Date(now().getTime() - keepDays * DAY_MS).toISOString().slice(0, 10));
  });
}

async function raiseAlarms({ store, leastChange }: UpkeepOptions): Promise<void> {
  const series = await store.series();
  for (const { kind, name, title, points } of series) {
    const all = (since: Date) =>
      series
        .filter((one) => one.kind === kind)
        .flatMap((one) => one.points)
        .reduce((sum, { at, total_ms: ms }) => sum + (at >= since ? ms : 0), 0);
    const level = newLevelOf(points, leastChange, all);
    if (level !== null) await store.raise({ kind, name, title, ...level, since: level.since.toISOString() });
  }
}

async function deliverAlarms({ store, targets, log }: UpkeepOptions): Promise<void> {
  for (const { id, alarm, delivered } of await store.openAlarms()) {
    const done = [...delivered];
    for (const target of targets) {
      if (done.includes(target.name)) continue;
      try {
        await target.send(alarm);
        done.push(target.name);
      } catch (error) {
        log.error('alarm', { target: target.name, message: error instanceof Error ? error.message : 'unknown' });
      }
    }
    await store.noteDelivery(
      id,
      done,
      targets.every(({ name }) => done.includes(name)),
    );
  }
}
