export interface IdentifierRow {
  id_type: string;
  id_value: string;
  ticker: string | null;
  exchange: string | null;
  security_type: string | null;
  source: string;
  confidence: number;
  resolved_at: string;
  expires_at: string;
}

export interface IdentifierTables {
  identifier_cache: IdentifierRow;
}

declare module '@zorivest/store' {
  interface Database extends IdentifierTables {}
}
