import { contract, listEndpoints } from '@zorivest/contract';
import {
  concept,
  type ContractName,
  type LeavingVerdict,
  route,
  type ServedBy,
  type TablesOf,
  unwatchedOf,
  type Verdict,
} from '@zorivest/store';
import { describe, expect, it } from 'vitest';
import { concepts, verdicts } from './concepts.ts';

const read = route(contract.filters.list, () => ({ items: [] }));
const remove = route(contract.filters.remove, () => {});

type ExpectedEndpoints = 'GET /filters' | 'DELETE /filters/{name}';

describe('a list of concepts', () => {
  it('is complete when every endpoint has one handler, also from several concepts', () => {
    const list = [
      concept({ name: 'rows', routes: () => [read] }),
      concept({ name: 'more', routes: () => [remove] }),
    ] as const;
    const verdict: Verdict<ServedBy<typeof list>, ExpectedEndpoints> = 'complete';
    expect(list.flatMap(({ routes }) => routes({}).map(({ name }) => name))).toEqual([
      'GET /filters',
      'DELETE /filters/{name}',
    ]);
    expect(verdict).toBe('complete');
  });

  it('is not, for the type checker, when an endpoint has no handler, two, or is not of the contract', () => {
    const missing = [concept({ name: 'rows', routes: () => [read] })] as const;
    // @ts-expect-error -- no list serves DELETE /filters/{name}
    const none: Verdict<ServedBy<typeof missing>, ExpectedEndpoints> = 'complete';
    const double = [
      concept({ name: 'rows', routes: () => [read, remove] }),
      concept({ name: 'more', routes: () => [remove] }),
    ] as const;
    // @ts-expect-error -- two serve DELETE /filters/{name}
    const two: Verdict<ServedBy<typeof double>, ExpectedEndpoints> = 'complete';
    const both = [concept({ name: 'rows', routes: () => [read, remove] })] as const;
    // @ts-expect-error -- DELETE /filters/{name} is not among what is wanted
    const unknown: Verdict<ServedBy<typeof both>, 'GET /filters'> = 'complete';
    expect([none, two, unknown]).toHaveLength(3);
    // @ts-expect-error -- a name that no endpoint of the contract has
    const name: ContractName = 'GET /no-such-thing';
    expect(name).toBeTypeOf('string');
  });

  it('is not when a table is named by two, or by none', () => {
    const list = [
      concept({ name: 'rows', tables: ['accounts'] }),
      concept({ name: 'more', tables: ['accounts'] }),
    ] as const;
    // @ts-expect-error -- two say that the table is theirs
    const twice: Verdict<TablesOf<typeof list>, 'accounts'> = 'complete';
    // @ts-expect-error -- no concept has the table of trades
    const missing: Verdict<TablesOf<typeof list>, 'accounts' | 'trades'> = 'complete';
    // @ts-expect-error -- there is no such table
    const none = concept({ name: 'rows', tables: ['no_such_table'] });
    expect([twice, missing, none]).toHaveLength(3);
  });
});

describe('what leaves with the book', () => {
  it('is stated for every table, or it is a type error', () => {
    const silent = [concept({ name: 'rows', tables: ['accounts'] })] as const;
    // @ts-expect-error -- nothing is stated for accounts, nor for any other table
    const verdict: LeavingVerdict<typeof silent> = 'complete';
    // @ts-expect-error -- a column that the table does not have
    const none = concept({ name: 'rows', tables: ['accounts'], leaving: { accounts: { without: { pin: 'no' } } } });
    expect([verdict, none]).toHaveLength(2);
  });
});

describe('the concepts of the service', () => {
  it('are complete', () => {
    expect(verdicts).toEqual({ endpoints: 'complete', tables: 'complete', leaving: 'complete' });
  });

  it('keep what a person keeps: only what is computed, fetched again or a log of its own is not watched', () => {
    const watched = ['trades', 'trade_plans', 'trade_reports', 'mistake_entries', 'trade_tags', 'settings', 'accounts'];
    const more = [
      'import_runs',
      'images',
      'journal_entries',
      'watchlists',
      'tax_profiles',
      'position_events',
      'fx_rates',
    ];
    const unwatched = new Set(unwatchedOf(concepts));
    expect([...watched, ...more].filter((table) => unwatched.has(table))).toEqual([]);
  });

  it('know every endpoint by one name', () => {
    const names = listEndpoints(contract).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
