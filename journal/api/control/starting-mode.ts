import type { KeyMode, Role } from '@zorivest/contract';

/** What a new key may do besides its role. */
export function startingMode(role: Role): KeyMode {
  return role === 'read-only' ? 'read' : 'write';
}
