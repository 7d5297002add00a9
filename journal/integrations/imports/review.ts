// What a person has to look at before a file is stored: what was guessed about a table known by its shape only, and
// accounts the book does not know. The id of a review is made of what it shows, so that accepting one never stores
// something else.
import { hash } from 'node:crypto';
import type { Review } from '@zorivest/imports';

export interface Decision {
  readonly accept: boolean;
  readonly review_id?: string | undefined;
}

export interface StoredReview extends Review {
  readonly review_id: string;
}

interface Open {
  /** What the reader guessed; null when it knows the file. */
  readonly guessed: Review | null;
  /** Accounts, as the file names them, that are not known. */
  readonly accounts: readonly string[];
  readonly fileHash: string;
}

/** What is to be shown, or null when nothing is open. */
export function reviewOf({ guessed, accounts, fileHash }: Open): StoredReview | null {
  if (guessed === null && accounts.length === 0) return null;
  const { columns, samples, unclear } = guessed ?? { columns: {}, samples: [], unclear: [] };
  const shown = { columns, samples, unclear: [...unclear, ...accountsQuestion(accounts)] };
  return { review_id: hash('sha256', JSON.stringify([fileHash, shown]), 'hex').slice(0, 32), ...shown };
}

/** Whether the person has seen exactly this review and accepted it. Accepting does not assign accounts. */
export function isAccepted(shown: StoredReview, { accept, review_id }: Decision, accounts: readonly string[]): boolean {
  return accept && review_id === shown.review_id && accounts.length === 0;
}

function accountsQuestion(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const list = names.map((name) => JSON.stringify(name)).join(', ');
  const one = names.length === 1;
  const options = names.map((name) => `--accounts ${/^[\w.-]+$/.test(name) ? name : `"${name}"`}=<account>`).join(' ');
  return [
    `The book does not know the ${one ? 'account' : 'accounts'} ${list} of this file: state in accounts which account of the book ${one ? 'it is' : 'each is'}, in the shell with ${options}.`,
  ];
}
