interface ConfirmationTokenRow {
  token_hash: string;
  action: string;
  params_summary: string;
  params_hash: string | null;
  holder: string;
  expires_at: number;
  used_at: number | null;
  /** Whether it is good for exact arguments only. */
  binds_arguments: number | null;
}

export interface ConfirmationTables {
  confirmation_tokens: ConfirmationTokenRow;
}

declare module '../control/tables.ts' {
  interface ControlDatabase extends ConfirmationTables {}
}
