// What a statement says of its accounts, as rows of the book.
import type { StatedHoldings } from '@zorivest/imports';
import type { Database } from '@zorivest/store';
import type { StatedKind } from '@zorivest/vocabulary';
import type { StatementAccounts } from './accounts.ts';

export type StatedFigureRow = Database['stated_figures'];

export const STATED_COLUMNS = ['run_id', 'place', 'account_id', 'kind', 'subject', 'date', 'said'] as const;

/** Where a statement contradicts itself is kept among its figures. */
export const CONTRADICTION = 'contradiction';

interface Said {
  readonly kind: StatedKind | typeof CONTRADICTION;
  readonly subject: string;
  readonly said: { readonly date?: string; readonly account?: string };
}

/** The rows of a run from `place` on. */
export async function statedRows(
  { id, accounts }: { readonly id: string; readonly accounts: StatementAccounts },
  { positions, cash, figures = [], contradictions = [] }: StatedHoldings,
  place: number,
): Promise<StatedFigureRow[]> {
  const all: readonly Said[] = [
    ...positions.map((said) => ({ kind: 'position' as const, subject: said.instrument, said })),
    ...cash.map((said) => ({ kind: 'cash' as const, subject: said.currency, said })),
    ...figures.map((said) => ({ kind: said.kind, subject: said.subject, said })),
    ...contradictions.map((said) => ({ kind: CONTRADICTION, subject: said.subject, said }) as const),
  ];
  const accountOf = await accounts.ofAll(all.map(({ said }) => said.account ?? ''));
  return all.map(({ kind, subject, said }, at) => ({
    run_id: id,
    place: place + at,
    account_id: accountOf(said.account ?? '').account_id,
    kind,
    subject,
    date: said.date ?? null,
    said: JSON.stringify(said),
  }));
}
