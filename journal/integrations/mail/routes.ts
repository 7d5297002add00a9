import { contract } from '@zorivest/contract';
import { Fault, route, type Sealer } from '@zorivest/store';
import { type MailPatience, tryMail } from './send.ts';
import { changeMailSettings, mailSettings, presentMail } from './settings.ts';

export const mailRoutes = (parts: Sealer & { readonly mailPatience: MailPatience }) =>
  [
    route(contract.mail.get, async (_, { db }) => presentMail(await mailSettings(parts, db))),
    route(contract.mail.update, async ({ body }, call) => {
      await call.write((scope) => changeMailSettings(parts, scope, body, call.now()));
      return { status: 'updated' as const };
    }),
    route(contract.mail.test, async (_, call) => {
      const settings = await mailSettings(parts, call.db);
      if (!settings)
        throw new Fault(
          422,
          'mail is not set up; give it a server with `zorivest mail set`, or in the app under Settings',
        );
      // Before it is known how it ends: that somebody signed in there stands in the record also if this process ends meanwhile.
      await call.write(({ audit }) => {
        audit({ resource: 'mail', id: settings.smtp_host });
        return Promise.resolve();
      });
      return tryMail(settings, parts.mailPatience);
    }),
    route(contract.mail.status, async (_, { db }) => {
      const settings = await mailSettings(parts, db);
      return {
        configured: settings !== null,
        provider: settings?.provider_preset ?? null,
        host: settings?.smtp_host ?? null,
      };
    }),
  ] as const;
