// What a key may do besides its role: a switch that the person sets per key.
import type { Role } from '@zorivest/contract';

export const keyModes = ['off', 'read', 'ask', 'write'] as const;
export type KeyMode = (typeof keyModes)[number];

/** What a new key starts with. */
export function startingMode(role: Role): KeyMode {
  return role === 'read-only' ? 'read' : 'write';
}
