// How mail leaves: one SMTP server, its password only in the encrypted book.
import {
  type Db,
  invalidField,
  seal,
  sealedFor,
  type Sealer,
  unseal,
  type Unsealer,
  type WriteScope,
} from '@zorivest/store';

export interface MailSettings {
  readonly provider_preset: string | null;
  readonly smtp_host: string;
  readonly port: number;
  readonly security: 'STARTTLS' | 'SSL' | 'NONE';
  readonly username: string | null;
  readonly password: string | null;
  readonly from_email: string;
}

type Preset = Pick<MailSettings, 'smtp_host' | 'port' | 'security'>;

const mailPresets: Readonly<Record<string, Preset>> = {
  gmail: { smtp_host: 'smtp.gmail.com', port: 587, security: 'STARTTLS' },
  brevo: { smtp_host: 'smtp-relay.brevo.com', port: 587, security: 'STARTTLS' },
  sendgrid: { smtp_host: 'smtp.sendgrid.net', port: 587, security: 'STARTTLS' },
  outlook: { smtp_host: 'smtp-mail.outlook.com', port: 587, security: 'STARTTLS' },
  yahoo: { smtp_host: 'smtp.mail.yahoo.com', port: 465, security: 'SSL' },
};

export async function mailSettings(parts: Unsealer, db: Db): Promise<MailSettings | null> {
  const row = await db.selectFrom('mail_settings').selectAll().where('id', '=', 1).executeTakeFirst();
  if (!row) return null;
  const password = row.password === null ? null : unseal(parts, sealedFor.mailPassword, row.password);
  return { ...row, password, security: row.security as MailSettings['security'] };
}

export type MailChange = { readonly [K in keyof MailSettings]?: MailSettings[K] | undefined };

/** Stores what was given over what there is; a preset fills in the server; an empty password keeps the old one. */
export async function changeMailSettings(
  parts: Sealer,
  { db, audit }: WriteScope,
  change: MailChange,
  now: Date,
): Promise<void> {
  const before = await mailSettings(parts, db);
  const preset = change.provider_preset ? mailPresets[change.provider_preset.toLowerCase()] : undefined;
  const merged = {
    ...before,
    ...preset,
    ...dropUndefined(change),
    ...(change.password ? {} : { password: before?.password ?? null }),
  };
  const { smtp_host, port, security, from_email } = merged;
  if (!smtp_host) throw invalidField('smtp_host', 'is needed (or a provider_preset)');
  if (!port) throw invalidField('port', 'is needed');
  if (!from_email) throw invalidField('from_email', 'is needed');
  const row = {
    provider_preset: merged.provider_preset ?? null,
    smtp_host,
    port,
    security: security ?? 'STARTTLS',
    username: merged.username ?? null,
    password: merged.password ? seal(parts, sealedFor.mailPassword, merged.password) : null,
    from_email,
    updated_at: now.toISOString(),
  };
  await db
    .insertInto('mail_settings')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  audit({ resource: 'mail_settings', id: 1, before: presentMail(before), after: presentMail(row) });
}

/** Everything but the password. */
export function presentMail(settings: MailSettings | null) {
  return {
    provider_preset: settings?.provider_preset ?? null,
    smtp_host: settings?.smtp_host ?? null,
    port: settings?.port ?? null,
    security: settings?.security ?? null,
    username: settings?.username ?? null,
    has_password: settings?.password !== null && settings?.password !== undefined,
    from_email: settings?.from_email ?? null,
  };
}

function dropUndefined(change: MailChange): Partial<MailSettings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
