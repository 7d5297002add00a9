import { createClient } from '@zorivest/contract';
import type { BeginningCall } from '@zorivest/kernel';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serviceRecorder } from './activity.ts';

interface Report {
  readonly calls: readonly { readonly tool: string }[];
  readonly lost: number;
}

/** The wire to a service that can be away. */
function wire() {
  const reports: Report[] = [];
  const state = { isAway: false, isLocked: false };
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (state.isAway) return Promise.reject(new TypeError('fetch failed'));
    if ((input as string).endsWith('/health')) {
      return Promise.resolve(Response.json({ database_unlocked: !state.isLocked }));
    }
    if (state.isLocked) return Promise.resolve(Response.json({ error: 'locked', detail: 'd' }, { status: 403 }));
    reports.push(JSON.parse(init?.body as string) as Report);
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', auth: { kind: 'token', token: 't' }, fetch });
  const recorder = serviceRecorder({
    report: () => Promise.resolve(false),
    of: () => client,
  });
  return { reports, state, recorder };
}

const call = (name: string) =>
  ({ kind: 'tool', name, args: {}, session: { principal: { id: 'local', role: null } } }) as unknown as BeginningCall;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends what ended within a quarter of a second, together', async () => {
  const { reports, recorder } = wire();
  for (const name of ['a', 'b']) recorder.begin(call(name)).end('ok', 10);
  expect(reports).toEqual([]);
  await vi.advanceTimersByTimeAsync(250);
  expect(reports.map(({ calls }) => calls.map(({ tool }) => tool))).toEqual([['a', 'b']]);
});

it('reports a lone call immediately, and those that follow it together', async () => {
  const { reports, recorder } = wire();
  recorder.begin(call('lone')).end('ok', 10);
  await vi.advanceTimersByTimeAsync(1);
  for (const name of ['a', 'b']) {
    recorder.begin(call(name)).end('ok', 10);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(reports).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(150);
  expect(reports.map(({ calls }) => calls.map(({ tool }) => tool))).toEqual([['lone'], ['a', 'b']]);
});

it('sends what waits before the process ends, also while another report is being sent', async () => {
  const { reports, recorder } = wire();
  recorder.begin(call('on its way')).end('ok', 10);
  await vi.advanceTimersByTimeAsync(0);
  for (let n = 0; n < 500; n += 1) recorder.begin(call(`n${n}`)).end('ok', 10);
  await Promise.all([recorder.flush(), recorder.flush()]);
  const reported = reports.flatMap(({ calls }) => calls.map(({ tool }) => tool));
  expect([reported.length, new Set(reported).size]).toEqual([501, 501]);
});

it('keeps 1,000 while the service is away, and says how many were lost', async () => {
  const { reports, state, recorder } = wire();
  state.isAway = true;
  recorder.begin(call('first')).end('ok', 10);
  await vi.advanceTimersByTimeAsync(250);
  for (let n = 0; n < 1100; n += 1) recorder.begin(call(`n${n}`)).end('ok', 10);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(5000);
  const reported = reports.flatMap(({ calls }) => calls.map(({ tool }) => tool));
  expect(reported).toHaveLength(1000);
  expect([reported[0], reported.at(-1)]).toEqual(['n100', 'n1099']);
  expect(reports.reduce((sum, { lost }) => sum + lost, 0)).toBe(101);
});

it('loses nothing while the service is there, however many come in parallel', async () => {
  const { reports, recorder } = wire();
  for (let n = 0; n < 5000; n += 1) recorder.begin(call(`n${n}`)).end('ok', 10);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reports.reduce((sum, { calls }) => sum + calls.length, 0)).toBe(5000);
  expect(reports.every(({ lost }) => lost === 0)).toBe(true);
});

it('does not knock at a vault that was locked meanwhile', async () => {
  const { reports, state, recorder } = wire();
  state.isLocked = true;
  recorder.begin(call('a')).end('ok', 10);
  await vi.advanceTimersByTimeAsync(250);
  expect(reports).toEqual([]);
  state.isLocked = false;
  await vi.advanceTimersByTimeAsync(2500);
  expect(reports).toHaveLength(1);
});
