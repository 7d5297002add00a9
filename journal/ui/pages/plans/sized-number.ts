import type { Answer } from '../../client/client.ts';

export type PositionSize = Answer<'calculator', 'positionSize'>;

/** The calculator's figures differ by what is sized; those of shares are numbers. */
export function sizedNumber(sized: PositionSize, name: string): number | null {
  const value = sized[name];
  return typeof value === 'number' ? value : null;
}
