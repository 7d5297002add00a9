// What each role may ask for.
import type { Access, AnyEndpoint } from '@zorivest/contract';
import { Fault } from '@zorivest/store';

const rank: Readonly<Record<Access, number>> = {
  public: 0,
  'read-only': 1,
  'read-write': 2,
  admin: 3,
  person: 4,
};

export function refuseRole(endpoint: Pick<AnyEndpoint, 'role'>, role: Access): void {
  if (rank[role] >= rank[endpoint.role]) return;
  const needed = endpoint.role === 'person' ? 'the passphrase (POST /service/unlock)' : `the role ${endpoint.role}`;
  throw new Fault(403, `this needs ${needed}; the session has ${role}`);
}
