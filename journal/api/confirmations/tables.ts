interface ConfirmationTokenRow {
  token_hash: string;
  action: string;
  params_summary: string;
  params_hash: string | null;
  holder: string;
  expires_at: number;
  used_at: number | null;
}

export interface ConfirmationTables {
  confirmation_tokens: ConfirmationTokenRow;
}
