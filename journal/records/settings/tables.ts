interface SettingRow {
  key: string;
  value: string;
  value_type: string;
  updated_at: string;
}

interface AppDefaultRow extends SettingRow {
  category: string;
  description: string | null;
}

export interface SettingTables {
  settings: SettingRow;
  app_defaults: AppDefaultRow;
}

declare module '@zorivest/store' {
  interface Database extends SettingTables {}
}
