// Tells when a limit is used up to a level that the person chose: once for each day and level, in the app, by mail and to webhooks.
import { type RiskAccount, riskAccountsOf } from '@zorivest/records';
import { riskStatus } from '@zorivest/analytics';
import type { MarketService } from '@zorivest/market';
import { type Call, type Db, escapeHtml, type EventBus, type Unsealer } from '@zorivest/store';
import type { Mail } from '../mail/mail.ts';
import { type MailPatience, sendMail } from '../mail/send.ts';
import { mailSettings } from '../mail/settings.ts';

type Status = Awaited<ReturnType<typeof riskStatus>>;

interface RiskWarning {
  readonly account: RiskAccount;
  readonly rule: 'daily_loss' | 'drawdown';
  readonly day: string;
  /** Percent of the limit. */
  readonly used: number;
  readonly level: number;
  readonly status: Status;
}

export interface WarningParts {
  readonly market: MarketService;
  readonly events: Pick<EventBus, 'emit'>;
  readonly mail: (mail: Mail, signal: AbortSignal) => Promise<void>;
  /** Sends a document to an address that the person named. */
  readonly post: (address: string, document: unknown, signal: AbortSignal) => Promise<void>;
}

/** Every limit that has reached a new warning level. An address that fails does not stop the other warnings. */
export async function warnOfLimits(call: Call, { market, events, mail, post }: WarningParts): Promise<void> {
  const failed: unknown[] = [];
  for (const account of await riskAccountsOf(call.db)) {
    if (account.warn_at.length === 0) continue;
    const status = await riskStatus(call, market, account);
    for (const warning of reachedLevels(account, status)) {
      if (!(await isNew(call, warning))) continue;
      events.emit('risk', warningPayload(warning));
      const sent = await Promise.allSettled([
        ...account.warn_emails.map((to) =>
          mail({ to, subject: subjectOf(warning), html: textOf(warning), attachments: [] }, call.signal),
        ),
        ...account.warn_webhooks.map((address) =>
          post(address, { type: 'risk', text: subjectOf(warning), ...warningPayload(warning) }, call.signal),
        ),
      ]);
      for (const one of sent) if (one.status === 'rejected') failed.push(one.reason);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'a warning could not be sent to every recipient');
}

/** Of each limit the highest level that is reached. */
function reachedLevels(account: RiskAccount, status: Status): RiskWarning[] {
  const limits = [
    { rule: 'daily_loss' as const, lost: status.day_loss, limit: status.day_limit, floor: status.day_floor },
    { rule: 'drawdown' as const, lost: status.drawdown, limit: status.drawdown_limit, floor: status.drawdown_floor },
  ];
  const day = status.days.at(-1)?.day ?? account.from;
  return limits.flatMap(({ rule, limit, floor }) => {
    if (limit === null || floor === null || limit <= 0) return [];
    // By the room that is left: a floor that has locked leaves more than the peak says.
    const used = Math.min(100, Math.max(0, (1 - (status.equity - floor) / limit) * 100));
    const level = account.warn_at.findLast((one) => used >= one);
    return level === undefined ? [] : [{ account, rule, day, used, level, status }];
  });
}

/** Records it; false where it was reported before. */
async function isNew(call: Call, { account, rule, day, level }: RiskWarning): Promise<boolean> {
  const known = await call.db
    .selectFrom('risk_warnings')
    .select('level')
    .where('risk_account_id', '=', account.id)
    .where('rule', '=', rule)
    .where('day', '=', day)
    .executeTakeFirst();
  if (known !== undefined && Number(known.level) >= level) return false;
  const notice = { level: String(level), at: call.now().toISOString() };
  await call.write(({ db }) =>
    db
      .insertInto('risk_warnings')
      .values({ risk_account_id: account.id, rule, day, ...notice })
      .onConflict((clash) => clash.columns(['risk_account_id', 'rule', 'day']).doUpdateSet(notice))
      .execute(),
  );
  return true;
}

function warningPayload({ account, rule, day, used, level, status }: RiskWarning) {
  const { headroom, currency, basis } = status;
  return {
    risk_account_id: account.id,
    name: account.name,
    rule,
    day,
    used_percent: Math.round(used),
    level,
    headroom,
    currency,
    basis,
  };
}

const RULE_NAMES = { daily_loss: 'daily loss', drawdown: 'maximum loss' } as const;

function subjectOf({ account, rule, used }: RiskWarning): string {
  return `${account.name}: ${Math.round(used)} % of the ${RULE_NAMES[rule]} used`;
}

function textOf(warning: RiskWarning): string {
  const { status, account } = warning;
  const left =
    status.headroom === null ? '' : `<p>${status.headroom} ${status.currency} are left until the nearest limit.</p>`;
  const basis = status.basis === 'close' ? 'Some trades have no bars: open losses between fills are not seen.' : '';
  return `<p>${escapeHtml(subjectOf(warning))}.</p>${left}<p>${basis} You asked for a warning at ${account.warn_at.join(', ')} %.</p>`;
}

/** Sent by the server that the person set up; without one nothing is sent, and only the app shows the warning. */
export async function mailWarning(
  parts: Unsealer,
  db: Db,
  mail: Mail,
  options: { readonly patience: MailPatience; readonly signal: AbortSignal },
): Promise<void> {
  const settings = await mailSettings(parts, db);
  if (settings !== null) await sendMail(settings, mail, options);
}
