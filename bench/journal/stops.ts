// How long a stop takes while somebody floods the service: pressed many times during every flood, from wherever it can be
// pressed. Reported, not asserted: 30 of 30 within 500 ms and a median of 200 ms are the goal on two idle cores.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { median } from '../measure.ts';
import { type FloodJob, floods } from './flood-process.ts';
import type { RunningService } from './running-service.ts';

const WITHIN_MS = 500;
const GOAL_MEDIAN_MS = 200;
/** A stop that was not answered by then counts as none. */
const GIVEN_UP_MS = 15_000;

type Line = (...cells: string[]) => void;

export interface Press {
  readonly from: string;
  /** One press, the `n`th: milliseconds until it is known that the assistants are stopped. */
  readonly press: (n: number) => Promise<number>;
}

async function pressInTime(press: Press['press'], n: number): Promise<number> {
  const late = after(GIVEN_UP_MS, Infinity, { ref: false });
  return Promise.race([press(n).catch(() => Infinity), late]);
}

const formatMs = (ms: number): string => (Number.isFinite(ms) ? ms.toFixed(0) : 'none');

/** `times` presses from each place during each flood; whatever was stopped is resumed over a way of its own. */
export async function stopTable(
  served: RunningService,
  presses: readonly Press[],
  times: number,
  line: Line,
  resume: () => Promise<unknown>,
): Promise<void> {
  const { raw_key: readerKey } = await served.person.auth.createKey({ body: { name: 'flood', role: 'read-only' } });
  line('stop pressed in', 'while', `within ${WITHIN_MS} ms`, 'median, ms', 'most, ms', 'goal');
  line('---', '---', '--:', '--:', '--:', '---');
  for (const name of floods) {
    const child = fork(join(import.meta.dirname, 'flood-process.ts'));
    const job: FloodJob = { url: served.url, readerKey, name };
    child.send(job);
    await once(child, 'message');
    await after(1000);
    for (const { from, press } of presses) {
      const taken: number[] = [];
      for (let n = 0; n < times; n += 1) {
        taken.push(await pressInTime(press, n));
        await resume();
      }
      const inTime = taken.filter((ms) => ms <= WITHIN_MS).length;
      const middle = median(taken);
      const isMet = inTime === times && middle <= GOAL_MEDIAN_MS;
      line(
        from,
        name,
        `${inTime} of ${times}`,
        formatMs(middle),
        formatMs(Math.max(...taken)),
        isMet ? 'met' : 'missed',
      );
    }
    const over = once(child, 'exit');
    child.kill();
    await over;
  }
  console.log('');
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
