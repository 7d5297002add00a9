// What a statement says of its accounts, as rows of the book.
import type { StatedHoldings } from '@zorivest/imports';
import type { Database } from '@zorivest/store';
import type { StatedKind } from '@zorivest/vocabulary';
import type { StatementAccounts } from './accounts.ts';

export type StatedFigureRow = Database['stated_figures'];

export const STATED_COLUMNS = ['run_id', 'place', 'account_id', 'kind', 'subject', 'date', 'said'] as const;

/** Where a statement contradicts itself is stored among its figures. */
export const CONTRADICTION = 'contradiction';

interface StatedEntry {
  readonly kind: StatedKind | typeof CONTRADICTION;
  readonly subject: string;
  readonly stated: { readonly date?: string; readonly account?: string };
}

/** The rows of a run from `place` on. */
export async function statedRows(
  { id, accounts }: { readonly id: string; readonly accounts: StatementAccounts },
  { positions, cash, figures = [], contradictions = [] }: StatedHoldings,
  place: number,
): Promise<StatedFigureRow[]> {
  const all: readonly StatedEntry[] = [
    ...positions.map((entry) => ({ kind: 'position' as const, subject: entry.instrument, stated: entry })),
    ...cash.map((entry) => ({ kind: 'cash' as const, subject: entry.currency, stated: entry })),
    ...figures.map((entry) => ({ kind: entry.kind, subject: entry.subject, stated: entry })),
    ...contradictions.map((entry) => ({ kind: CONTRADICTION, subject: entry.subject, stated: entry }) as const),
  ];
  const accountOf = await accounts.ofAll(all.map(({ stated }) => stated.account ?? ''));
  return all.map(({ kind, subject, stated }, at) => ({
    run_id: id,
    place: place + at,
    account_id: accountOf(stated.account ?? '').account_id,
    kind,
    subject,
    date: stated.date ?? null,
    said: JSON.stringify(stated),
  }));
}
