// The interface of a server that is queried for plans: it is read, never changed.
import { KernelError } from '@zorivest/kernel';
import type { IndexProof, Plan, TableIndexes } from '../model/snapshot.ts';

/** How long one question may take. */
export const STATEMENT_SECONDS = 3;

export interface ExplainResult {
  readonly plan: Plan;
  readonly tables: readonly TableIndexes[];
}

/** An index to be tested. */
export interface Candidate {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface PlanServer {
  /** Null where the statement belongs to a database that was not named. */
  readonly explain: (statement: string, database: string) => Promise<ExplainResult | null>;
  /** Tests an index without creating it; null where the server cannot. */
  readonly tryIndex: ((statement: string, candidate: Candidate) => Promise<IndexProof | null>) | null;
  /** About how many rows a table has. */
  readonly rowsOf: (table: string) => Promise<number | null>;
  readonly destroy: () => void;
  readonly close: () => Promise<void>;
}

const DATABASE_ERROR = 'DATABASE_ERROR';

export function cannotReach(error: unknown, what = 'The database for plans'): KernelError {
  return new KernelError(
    DATABASE_ERROR,
    `${what} cannot be reached (${codeOf(error)}): check the address, the user and the password, or ingest without it. Nothing was stored.`,
  );
}

export function refusedReadOnly(error: unknown): KernelError {
  return new KernelError(
    DATABASE_ERROR,
    `The database for plans refused a read-only transaction with a time limit (${codeOf(error)}), so no plan was queried. Nothing was stored.`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
