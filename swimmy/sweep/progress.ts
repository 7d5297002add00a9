/** How far a sweep is that workers share. */
export interface SweepProgress {
  readonly runs: { readonly total: number; readonly done: number };
  readonly pieces: { readonly total: number; readonly done: number; readonly failed: number };
  /** Runs a second, over the last minute. */
  readonly rate: number | null;
  /** That finished a piece in the last minute. */
  readonly workers: number;
  readonly eta_seconds: number | null;
  /** Failed pieces with their errors; `swimmy-mcp retry` runs them again. */
  readonly failed_pieces: readonly FailedPiece[];
}

export interface FailedPiece {
  readonly piece: number;
  readonly error: string;
  /** How often it was begun. */
  readonly begun: number;
}

/** What is known of a piece that is done: a row of the ledger of pieces. */
export interface PieceFacts {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
  readonly runs: number;
  readonly worker: string;
  /** How often it was handed out. */
  readonly begun: number;
  readonly wall_ms: number;
  readonly cpu_ms: number;
  readonly finished_at: string;
}
