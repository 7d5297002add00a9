import { contract } from '@zorivest/contract';
import { Fault } from '../core/fault.ts';
import { route } from '../core/route.ts';
import { tryMail } from './send.ts';
import { changeMailSettings, mailSettings, shown } from './settings.ts';

export const mailRoutes = [
  route(contract.mail.get, async (_, { app, db }) => shown(await mailSettings(app, db))),
  route(contract.mail.update, async ({ body }, call) => {
    await call.write((scope) => changeMailSettings(call.app, scope, body));
    return { status: 'updated' as const };
  }),
  route(contract.mail.test, async (_, { app, db }) => {
    const settings = await mailSettings(app, db);
    if (!settings) throw new Fault(422, 'mail is not set up; give it a server with PUT /settings/email');
    return tryMail(settings, app.mailPatience);
  }),
  route(contract.mail.status, async (_, { app, db }) => {
    const settings = await mailSettings(app, db);
    return {
      configured: settings !== null,
      provider: settings?.provider_preset ?? null,
      host: settings?.smtp_host ?? null,
    };
  }),
];
