// Writes take turns, and an import can take long: a request that waits behind one gets a message, and nothing of it is stored later.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serviceActor, writeAs } from '@zorivest/store';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
  await service.client.system.status();
});
afterEach(() => service.close());

/** Something that has the turn until it is let go; an import if it has an id. */
async function holding(importId: string | null) {
  const { promise: over, resolve: letGo } = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const origin = { actor: serviceActor, requestId: null, label: 'import.csv' };
  const held = writeAs(service.service.app, origin, async (scope) => {
    if (importId !== null) scope.nameImport(importId);
    began.resolve();
    await over;
  });
  await Promise.race([began.promise, held]);
  return async () => {
    letGo();
    await held;
  };
}

const accountNamed = (account_id: string) => ({ account_id, name: 'Main', account_type: 'broker' }) as const;

it('a write that waits behind an import hears which, when to come back, and is not stored after all', async () => {
  const letGo = await holding('3f2a');
  const session = await service.client.auth.unlock({ body: { api_key: service.apiKey } });
  const answer = await fetch(`${service.url}/api/v1/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.session_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(accountNamed('LATE')),
  });
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ error: 'import_under_way', detail: { import_id: '3f2a' } });
  await letGo();
  await withAccount(service.client, 'NEXT');
  expect((await service.client.accounts.list()).map(({ account_id }) => account_id)).toEqual(['NEXT']);
});

it('a write that waits behind another write waits for it', async () => {
  const letGo = await holding(null);
  const waiting = service.client.accounts.create({ body: accountNamed('PATIENT') });
  setTimeout(() => void letGo(), 2500);
  expect(await waiting).toMatchObject({ account_id: 'PATIENT' });
});
