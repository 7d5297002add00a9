interface BrokerConfigRow {
  broker_id: string;
  account_id: string;
  credentials: string | null;
  cursor: string | null;
  last_sync: string | null;
  last_error: string | null;
  created_at: string;
  updated_at: string;
}

export interface BrokerTables {
  broker_configs: BrokerConfigRow;
}

declare module '@zorivest/store' {
  interface Database extends BrokerTables {}
}
