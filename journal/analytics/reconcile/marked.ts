// Every answer that rests on accounts says how far they were reconciled with their brokers. Where its contract has the mark it is
// added here, in one place: code that computes figures need not know of statements.
import type { AnyEndpoint } from '@zorivest/contract';
import { allAccounts } from '@zorivest/records';
import type { Call, Route } from '@zorivest/store';
import { type Mark, marksOfAccounts } from './service.ts';

export function markAnswers<const T extends readonly Route[]>(routes: T): T {
  // Each stays the route of its endpoint.
  return routes.map((each) => (hasMark(each.endpoint) ? addMark(each) : each)) as unknown as T;
}

function hasMark({ response }: AnyEndpoint): boolean {
  const { shape } = response as { readonly shape?: Readonly<Record<string, unknown>> };
  return shape !== undefined && 'reconciled_to' in shape;
}

function addMark(each: Route): Route {
  const handler: Route['handler'] = async (input, call) => {
    const answer = (await each.handler(input, call)) as object;
    return { ...answer, ...(await markOf(call, askedAccounts(input))) };
  };
  return { ...each, handler };
}

type Fields = Readonly<Record<string, unknown>> | undefined;

/** The accounts a question names; null: all of them. */
function askedAccounts(input: Parameters<Route['handler']>[0]): readonly string[] | null {
  const { query, body, params } = input as {
    readonly query?: Fields;
    readonly body?: Fields;
    readonly params?: Fields;
  };
  for (const part of [params, query, body]) {
    const { account_id, account_ids } = part ?? {};
    if (typeof account_id === 'string') return [account_id];
    if (typeof account_ids === 'string')
      return account_ids
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
  }
  return null;
}

/** Banks and cards state no positions: a whole book is as far as its accounts with a broker are. */
const WITH_BROKER = new Set(['broker', 'ira', 'roth_ira', '401k', 'hsa', 'crypto']);

/** Of several accounts: as far as the one least far, with the differences of all. */
export async function markOf(call: Call, asked: readonly string[] | null): Promise<Mark> {
  const markOfAccount = await marksOfAccounts(call);
  const accounts =
    asked ??
    (await allAccounts(call.db))
      .filter(
        ({ is_archived, is_system, account_type }) =>
          is_archived === 0 && is_system === 0 && WITH_BROKER.has(account_type),
      )
      .map(({ account_id }) => account_id);
  const marks = accounts.map(markOfAccount);
  const days = marks.flatMap(({ reconciled_to }) => reconciled_to ?? []).toSorted();
  return {
    reconciled_to: days.length === marks.length ? (days[0] ?? null) : null,
    differences: marks.reduce((sum, { differences }) => sum + differences, 0),
  };
}
