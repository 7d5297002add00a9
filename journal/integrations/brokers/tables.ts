interface BrokerConfigRow {
  broker_id: string;
  account_id: string;
  credentials: string | null;
  cursor: string | null;
  /** `off`, `after_close`, or an interval in hours: `6h`. */
  schedule: string;
  last_sync: string | null;
  /** When it was last asked, whatever came of it. */
  last_try: string | null;
  last_error: string | null;
  /** When the person's consent ends at the broker. */
  consent_ends: string | null;
  created_at: string;
  updated_at: string;
}

/** A running sync. */
interface BrokerProgressRow {
  broker_id: string;
  started_at: string;
  pages: number;
  rows: number;
}

export interface BrokerTables {
  broker_configs: BrokerConfigRow;
  broker_progress: BrokerProgressRow;
}

declare module '@zorivest/store' {
  interface Database extends BrokerTables {}
}
