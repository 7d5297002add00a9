// Where the estimated payments of a year stand.

interface Installment {
  readonly quarter: number;
  readonly due_date: string;
  readonly required: number | null;
  readonly paid: number;
  /** What is open of this quarter alone, and of it with those before. */
  readonly due: number | null;
  readonly cumulative_due: number | null;
}

export type Standing = 'paid' | 'none' | 'short' | 'open' | 'unknown';

/** What was paid too much in one quarter counts for the next, so the sum decides. */
export function standingOf({ due_date, required, paid, cumulative_due }: Installment, today: string): Standing {
  if (cumulative_due === null) return 'unknown';
  if (cumulative_due <= 0) return required === 0 && paid === 0 ? 'none' : 'paid';
  return due_date < today ? 'short' : 'open';
}

/** The first quarter that wants money, and how much; null where nothing is open. */
export function nextPayment(
  installments: readonly Installment[],
): { readonly quarter: number; readonly amount: number } | null {
  for (const { quarter, cumulative_due } of installments)
    if (cumulative_due !== null && cumulative_due > 0) return { quarter, amount: cumulative_due };
  return null;
}
