// One service per home.
import { holdExclusively } from '../store/dialect.ts';

export class HomeInUse extends Error {
  override readonly name = 'HomeInUse';
}

export function lockHome(path: string): { release(): void } {
  const held = holdExclusively(path);
  if (!held) throw new HomeInUse('another Zorivest service is already running on this home; use it, or stop it first');
  return held;
}
