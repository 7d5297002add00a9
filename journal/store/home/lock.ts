// One service per home.
import { setTimeout as sleep } from 'node:timers/promises';
import { holdExclusively } from '../database/dialect.ts';

export class HomeInUse extends Error {
  override readonly name = 'HomeInUse';
}

const LOOK_MS = 100;

/** Waits up to `patience` milliseconds for the holder: a service that is ending, or that was killed, lets go of it. */
export async function lockHome(path: string, patience = 0): Promise<{ release(): void }> {
  const until = performance.now() + patience;
  let held = holdExclusively(path);
  while (!held && performance.now() < until) {
    await sleep(LOOK_MS);
    held = holdExclusively(path);
  }
  if (!held) throw new HomeInUse('another Zorivest service is already running on this home; use it, or stop it first');
  return held;
}
