interface MailSettingsRow {
  id: number;
  provider_preset: string | null;
  smtp_host: string;
  port: number;
  security: string;
  username: string | null;
  password: string | null;
  from_email: string;
  updated_at: string;
}

export interface MailTables {
  mail_settings: MailSettingsRow;
}

declare module '@zorivest/store' {
  interface Database extends MailTables {}
}
