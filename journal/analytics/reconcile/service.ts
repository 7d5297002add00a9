// Every statement reconciled with the book, worked out once and cached until the book changes: after an import it is new, and a
// mark that is out of date cannot be.
import type { ClientOutput, contract } from '@zorivest/contract';
import { mustHaveAccount } from '@zorivest/records';
import { type Call, Results } from '@zorivest/store';
import { bookSides } from './book-side.ts';
import type { BookSide, Check } from './check.ts';
import { compareStatement } from './compare.ts';
import { listStatements, type Statement } from './statement.ts';
import { bookPrices } from '../prices/prices.ts';
import { ownReturns } from './own-returns.ts';

type Item = ClientOutput<typeof contract.reconciliations.list>['items'][number];

/** How far an account was reconciled with its broker. */
export interface Mark {
  /** The evening of the last statement without an open difference; null where there is none. */
  readonly reconciled_to: string | null;
  /** Open ones that no later statement settles. */
  readonly differences: number;
}

const NEVER: Mark = { reconciled_to: null, differences: 0 };

interface Reconciliation {
  readonly items: readonly Item[];
  readonly marks: ReadonlyMap<string, Mark>;
}

async function reconcileAll(call: Call): Promise<Reconciliation> {
  const statements = await call.results.of('statements', () => listStatements(call.db));
  if (statements.length === 0) return { items: [], marks: new Map() };
  // Marks and returns also follow what providers sent since.
  const { state } = await bookPrices(call);
  return call.results.of(`reconciliations ${state}`, async () => {
    const items = await compareAll(call, statements, () => true);
    return { items: items.toReversed(), marks: marksOf(items) };
  });
}

/** Compares the wanted statements with the book; each also with the statement before it. */
async function compareAll(
  call: Call,
  statements: readonly Statement[],
  isWanted: (statement: Statement) => boolean,
): Promise<Item[]> {
  const sideOf = await bookSides(call);
  const own = await ownReturns(call, statements.filter(isWanted));
  const last = new Map<string, Statement>();
  const items: Item[] = [];
  for (const statement of withoutReplaced(statements, sideOf)) {
    const { account_id, run_id, date, source } = statement;
    const before = last.get(account_id);
    // Results and lists without a balance say nothing of the evening.
    if (statement.positions.length + statement.cash.length > 0) last.set(account_id, statement);
    if (!isWanted(statement)) continue;
    const checks = compareStatement(
      statement,
      sideOf(account_id),
      before !== undefined && before.date < date ? before : null,
      own.get(statement) ?? null,
    );
    items.push({
      account_id,
      statement_id: run_id,
      date,
      source,
      status: statusOf(checks),
      checks: checks.map(present),
    });
  }
  return items;
}

/**
 * What a broker says it holds is replaced by what it says the next time it is asked: its last word counts, and the last
 * one that the book agreed with, which says how far the two were together.
 */
function withoutReplaced(
  statements: readonly Statement[],
  sideOf: (account: string) => BookSide,
): readonly Statement[] {
  const syncs = statements.filter(({ isSync }) => isSync);
  const newest = new Set<Statement | undefined>();
  for (const own of Map.groupBy(syncs, ({ account_id, source }) => `${account_id}\n${source}`).values()) {
    const newestFirst = own.toReversed();
    newest
      .add(newestFirst[0])
      .add(newestFirst.find((one) => statusOf(compareStatement(one, sideOf(one.account_id), null, null)) !== 'open'));
  }
  return statements.filter((statement) => !statement.isSync || newest.has(statement));
}

function statusOf(checks: readonly Check[]): Item['status'] {
  if (checks.some(({ open }) => open)) return 'open';
  return checks.some(({ cause }) => cause !== null) ? 'explained' : 'equal';
}

const present = ({ rows, fix, ...check }: Check): Item['checks'][number] => ({
  ...check,
  fix: fix === null ? null : { ...fix },
  rows: [...rows],
});

/** The items are in order of time. */
function marksOf(items: readonly Item[]): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const [account, own] of Map.groupBy(items, ({ account_id }) => account_id)) {
    const openNow = new Set<string>();
    let to: string | null = null;
    for (const { status, date, checks } of own) {
      if (status !== 'open' && checks.length > 0) to = date;
      // A list of positions is whole: what it does not name, and the book does not hold, is settled.
      if (checks.some(({ kind }) => kind === 'position'))
        for (const known of openNow) if (/^(?:position|cost) /.test(known)) openNow.delete(known);
      for (const { kind, subject, open } of checks)
        if (open) openNow.add(`${kind} ${subject}`);
        else openNow.delete(`${kind} ${subject}`);
    }
    marks.set(account, { reconciled_to: to, differences: openNow.size });
  }
  return marks;
}

export async function marksOfAccounts(call: Call): Promise<(account: string) => Mark> {
  const { marks } = await reconcileAll(call);
  return (account) => marks.get(account) ?? NEVER;
}

export async function reconciliations(call: Call, accountId: string | undefined) {
  if (accountId !== undefined) await mustHaveAccount(call.db, accountId);
  const { items, marks } = await reconcileAll(call);
  const isAsked = (account: string): boolean => accountId === undefined || account === accountId;
  const accounts = await call.db
    .selectFrom('accounts')
    .select('account_id')
    .where('is_archived', '=', 0)
    .where('is_system', '=', 0)
    .orderBy('account_id')
    .execute();
  return {
    items: items.filter(({ account_id }) => isAsked(account_id)).map((item) => ({ ...item, checks: [...item.checks] })),
    accounts: accounts
      .filter(({ account_id }) => isAsked(account_id))
      .map(({ account_id }) => ({ account_id, ...(marks.get(account_id) ?? NEVER), never: !marks.has(account_id) })),
  };
}

/** What a run stated, reconciled with the book as it is now, an account each. */
export async function reconciliationOfRun(call: Call, runId: string): Promise<readonly Item[]> {
  return (await reconcileAll(call)).items.filter(({ statement_id }) => statement_id === runId);
}

const MAX_DIFFERENCES = 20;

/** Matching more than this takes memory that the process that writes does not have: the one that reads has it. */
const MOST_TRADES = 25_000;

/** What one import states besides its rows, reconciled with the book as it is now; null where the book is too large for a write. */
export async function reconcileWithBook(asked: Call, runId: string) {
  const { trades } = await asked.db
    .selectFrom('trades')
    .select((eb) => eb.fn.countAll().as('trades'))
    .executeTakeFirstOrThrow();
  if (Number(trades) > MOST_TRADES) return null;
  // A write caches nothing of the book; here the same trades and prices are asked for many times.
  const call = { ...asked, results: new Results() };
  // Of this run alone: an import of fifty files does not wait for all of them each time.
  const items = await compareAll(call, await listStatements(call.db), ({ run_id }) => run_id === runId);
  const checks = items.flatMap(({ account_id, checks: own }) => own.map((one) => ({ ...one, account_id })));
  const differing = checks.flatMap(({ account_id, kind, subject, cause, act, open }) =>
    cause === null ? [] : [{ account_id, kind, subject, cause, act, open }],
  );
  const open = differing.filter((one) => one.open);
  return {
    equal: checks.length - differing.length,
    explained: differing.length - open.length,
    open: open.length,
    differences: [...open, ...differing.filter((one) => !one.open)].slice(0, MAX_DIFFERENCES),
  };
}
