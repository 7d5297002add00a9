import { describe, expect, it } from 'vitest';
import { serviceActor } from '@zorivest/store';
import type { BookAnswer, BookRequest } from '../responses/answer.ts';
import type { RequestHooks } from '../responses/answer.ts';
import { ResponseCache } from './response-cache.ts';

const request: BookRequest = {
  endpoint: 'GET /analytics/drawdown',
  input: { params: undefined, query: { simulations: 100_000 }, body: undefined },
  actor: serviceActor,
  requestId: 'r1',
};
const answer: BookAnswer = {
  status: 200,
  contentType: 'application/json',
  body: [Buffer.from('1')],
};

function caller(): { readonly attendance: RequestHooks; leave(): void } {
  const gone = new AbortController();
  const attendance = { signal: gone.signal, stopped: new AbortController().signal, storing: () => true };
  return { attendance, leave: () => gone.abort() };
}

/** A computation that ends on request, and sees whether anyone waits. */
function computation() {
  const { promise, resolve } = Promise.withResolvers<BookAnswer>();
  const begun: AbortSignal[] = [];
  const compute = ({ signal }: RequestHooks) => {
    begun.push(signal);
    return promise;
  };
  return { compute, begun, finish: () => resolve(answer) };
}

describe('two simultaneous equal requests', () => {
  it('share one computation, which continues while one of them waits', async () => {
    const cache = new ResponseCache(() => new Date());
    const { compute, begun, finish } = computation();
    const [first, second] = [caller(), caller()];
    const left = cache.of(request, first.attendance, compute);
    const stays = cache.of(request, second.attendance, compute);
    first.leave();
    await expect(left).rejects.toMatchObject({ status: 503 });
    expect(begun.map(({ aborted }) => aborted)).toEqual([false]);
    finish();
    expect(await stays).toBe(answer);
  });

  it('end it when both have gone, and nothing of it is cached', async () => {
    const cache = new ResponseCache(() => new Date());
    const { compute, begun, finish } = computation();
    const callers = [caller(), caller()];
    const asked = callers.map(({ attendance }) => cache.of(request, attendance, compute).catch(() => 'gone'));
    for (const one of callers) one.leave();
    expect(await Promise.all(asked)).toEqual(['gone', 'gone']);
    expect(begun.map(({ aborted }) => aborted)).toEqual([true]);
    finish();
    expect(await cache.of(request, caller().attendance, compute)).toBe(answer);
    expect(begun).toHaveLength(2);
  });
});

it('who asks after the last one has gone does not get the computation that was given up', async () => {
  const cache = new ResponseCache(() => new Date());
  const work = computation();
  const first = caller();
  const left = cache.of(request, first.attendance, work.compute).catch(() => 'gone');
  first.leave();
  const again = computation();
  const asked = cache.of(request, caller().attendance, again.compute);
  again.finish();
  expect(await asked).toBe(answer);
  expect(await left).toBe('gone');
});
