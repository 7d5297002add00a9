// The security that a movement of money names, under the name the book has for it.
import { codeKind } from '@zorivest/domain';
import type { Register } from '../register/register.ts';

/** A ticker is written in capitals; a code is what the register knows it as on that day. */
export function securityNamed(register: Register, given: string, day: string): string {
  const name = given.trim();
  if (codeKind(name) !== null) return register.nameInBook(name, day);
  return /^[a-z0-9.-]{1,12}$/i.test(name) ? name.toUpperCase() : name;
}
