// The clock of the machine is set back: by a day that was wrong at the start, by the time server. What is good for a while
// is not good for longer, and a caller that is refused for a while is not refused for as long as the step.
import { type ApiError, createClient } from '@zorivest/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fill, openTestService, passphrase, type TestService, withAccount } from '../test-service.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
  service.advance(10 * DAY);
});
afterEach(() => service.close());

/** The service looks at its clock, as it does every second. */
const back = async () => {
  service.advance(-10 * DAY);
  await service.person.system.status();
};
const as = (token: string) => createClient({ baseUrl: service.url, auth: { kind: 'token', token } });
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error as ApiError).code,
  );
const unlock = (given = passphrase) =>
  createClient({ baseUrl: service.url }).system.unlock({ body: { passphrase: given } });

it('a session ends in its time, and the passphrase has to be given again in its time', async () => {
  const person = await unlock();
  const key = await createClient({ baseUrl: service.url }).auth.unlock({ body: { api_key: service.apiKey } });
  await back();
  const making = () => as(person.session_token).auth.createKey({ body: { name: 'late', role: 'read-only' } });
  await as(person.session_token).guard.lock();
  expect(await codeOf(as(person.session_token).guard.unlock())).toBeNull();
  service.advance(20 * 60_000);
  await as(person.session_token).guard.lock();
  expect(await codeOf(as(person.session_token).guard.unlock())).toBe('passphrase_required');
  expect((await as(person.session_token).auth.renew()).passphrase_at).toMatch(
    new Date(Date.now()).toISOString().slice(0, 10),
  );
  service.advance(2 * HOUR);
  expect(await codeOf(making())).toBe('unauthenticated');
  expect(await codeOf(as(key.session_token).trades.list())).toBe('unauthenticated');
});

it('a ticket and a confirmation token end in theirs', async () => {
  await service.person.system.status();
  const { ticket } = await as((await unlock()).session_token).auth.issueTicket();
  const action = 'delete_trade';
  const { token } = await service.client.confirmations.issue({ body: { action, params_summary: 'x' } });
  await back();
  service.advance(11 * 60_000);
  expect(await codeOf(createClient({ baseUrl: service.url }).auth.redeemTicket({ body: { ticket } }))).toBe(
    'unauthenticated',
  );
  await expect(service.client.confirmations.consume({ body: { action, token } })).rejects.toMatchObject({
    detail: { reason: 'expired' },
  });
});

it('wrong tries at the passphrase are let go after a minute', async () => {
  for (let n = 0; n < 5; n += 1) await codeOf(unlock('wrong'));
  service.advance(-10 * DAY);
  expect(await codeOf(unlock())).toBe('rate_limited');
  service.advance(61_000);
  expect(await codeOf(unlock())).toBeNull();
});

it('a card waits no longer than it was given, also over a restart', async () => {
  await withAccount(service.client);
  await service.person.auth.setMode({ params: { key_id: service.keyId }, body: { mode: 'ask' } });
  await service.client.approvals.request({ body: { operation: 'trades.create', body: fill } });
  // The clock of a service that starts is right.
  const timers = vi.spyOn(globalThis, 'setTimeout');
  service = await service.restart();
  await service.person.system.status();
  const delays = timers.mock.calls.map(([, delay]) => delay ?? 0);
  timers.mockRestore();
  expect(delays).toContain(15 * 60_000);
  expect(delays.filter((delay) => delay > 9 * DAY)).toEqual([]);
});
