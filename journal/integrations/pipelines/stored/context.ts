// Everything a step can reach, bound to the open book or to one transaction of it.
import { writeFileSync, mkdirSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mailSettings } from '../../mail/settings.ts';
import { sendMail } from '../../mail/send.ts';
import type { Db } from '@zorivest/store';
import type { RunParts } from '../parts.ts';
import type { NamedTemplates, Outbox } from '../ports.ts';
import { renderApart } from '../render/renderer.ts';
import { StepError, type StepContext } from '../step.ts';
import { storedDeliveries } from './deliveries.ts';
import { storedMarketTables } from '../write-market-tables.ts';
import { runMarket } from './market.ts';
import { storedReports } from './reports.ts';
import { sandboxedSql } from './sql-engine.ts';
import { templatesOfRun } from './templates.ts';

const LIMITS = { fetch: 10, email: 50, report_query: 100 } as const;
const DAY_MS = 86_400_000;
const LARGEST_ATTACHMENT = 5 * 1024 * 1024;

export interface RunIdentity {
  readonly policyId: string;
  readonly policyName: string;
  readonly runId: string;
  readonly contentHash: string;
  /** As they were when the run started. */
  readonly namedTemplates: NamedTemplates;
  readonly dryRun: boolean;
  readonly createdBy: string;
  /** The person started the run, not a key or the clock. */
  readonly confirmed: boolean;
}

export function runContext(parts: RunParts, db: Db, run: RunIdentity): Omit<StepContext, 'outputs' | 'signal'> {
  const spent = { fetch: 0, email: 0, report_query: 0 };
  return {
    ...run,
    now: parts.now,
    sql: sandboxedSql(parts),
    market: runMarket(parts, db),
    tables: storedMarketTables(db),
    reports: storedReports(db, run.createdBy, parts.now),
    templates: templatesOfRun(db, run.namedTemplates),
    render: renderApart,
    weekPage: parts.weekPage,
    outbox: outbox(parts, db),
    deliveries: storedDeliveries(db, parts.now),
    async spend(what, amount) {
      spent[what] += amount;
      const before = what === 'email' ? await mailsToday(db, parts.now()) : 0;
      if (before + spent[what] > LIMITS[what]) {
        throw new StepError(`limit reached: at most ${LIMITS[what]} ${WHAT[what]}`);
      }
    },
  };
}

const WHAT = {
  fetch: 'addresses in one run',
  email: 'mails a day',
  report_query: 'report queries in one run',
} as const;

async function mailsToday(db: Db, now: Date): Promise<number> {
  const { sent } = await db
    .selectFrom('report_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('channel', '=', 'email')
    .where('status', '=', 'sent')
    .where('sent_at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow();
  return sent;
}

function outbox(parts: RunParts, db: Db): Outbox {
  return {
    mailFault: async () => ((await mailSettings(parts, db)) ? null : 'give it a server in the mail settings'),
    async mail(mail, signal) {
      const settings = await mailSettings(parts, db);
      if (!settings) throw new StepError('mail is not set up');
      await sendMail(settings, mail, { patience: parts.mailPatience, signal });
    },
    async read(name) {
      const path = await realpath(join(parts.home.root, 'reports', name)).catch(() => undefined);
      if (path === undefined) throw new StepError(`there is no ${name} in the reports folder`);
      if (dirname(path) !== (await realpath(join(parts.home.root, 'reports')))) {
        throw new StepError(`${name} is a link out of the reports folder`);
      }
      if ((await stat(path)).size > LARGEST_ATTACHMENT) throw new StepError(`${name} has more than 5 MB`);
      return readFile(path);
    },
    file(name, content) {
      const folder = join(parts.home.root, 'reports');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, name), content, { mode: 0o600 });
      return Promise.resolve(join('reports', name));
    },
  };
}
