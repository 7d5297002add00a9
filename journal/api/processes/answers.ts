// Which process answers a route of the book, and whether its answer is cached.
import type { Keep, Route } from '@zorivest/store';
import type { BookAnswer, BookRequest } from '../responses/answer.ts';
import type { RequestHooks } from '../responses/answer.ts';
import type { BookHost } from './carrier.ts';
import type { ResponseCache } from './response-cache.ts';

/** How long an answer holds that has prices in it. */
const PRICED_SECONDS = 30;

const seconds: Readonly<Record<Exclude<Keep, 'no'>, number>> = { book: Infinity, prices: PRICED_SECONDS };

export function answersOf(
  routes: readonly Pick<Route, 'name' | 'endpoint' | 'by' | 'keep'>[],
  carrier: BookHost,
  cache: ResponseCache,
) {
  const byName = new Map(routes.map(({ name, by, keep }) => [name, { by, keep }]));
  return {
    answer(request: BookRequest, attendance: RequestHooks): Promise<BookAnswer> {
      const { by, keep } = byName.get(request.endpoint) ?? { by: 'writer', keep: 'no' };
      const ask = (by_: RequestHooks) => carrier.answer(by, request, by_);
      return keep === 'no' ? ask(attendance) : cache.of(request, attendance, ask, seconds[keep]);
    },
  };
}
