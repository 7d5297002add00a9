import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

const DAY_MS = 86_400_000;

const account = z.object({
  type: z.enum(['broker', 'bank']),
  id: z.string(),
  name: z.string(),
  last_sync: z.string().nullable().optional(),
  last_updated: z.string().nullable().optional(),
  is_stale: z.boolean(),
  suggested_action: z.string(),
});
type Account = z.output<typeof account>;

export const getAccountReviewChecklist = journalTool({
  name: 'get_account_review_checklist',
  title: 'Account review checklist',
  toolsets: ['accounts'],
  description: {
    minimal: 'List which broker and bank accounts are out of date and what to do about each.',
    rich: 'List the broker and bank accounts whose data is older than a number of days, and what to do about each: sync the broker, import a statement or update the balance by hand. Accounts never updated count as out of date. Use it before a review or a tax check. It changes nothing; {tool:sync_broker} and {tool:import_bank_statement} do.',
  },
  input: () =>
    z.object({
      scope: z.enum(['all', 'stale_only', 'broker_only', 'bank_only']).default('stale_only').describe('Which to list.'),
      stale_threshold_days: z.number().min(0).max(3650).default(7).describe('Days until it is out of date.'),
    }),
  output: () =>
    z.object({
      review_scope: z.string(),
      stale_threshold_days: z.number(),
      total_accounts: z.number(),
      accounts_needing_review: z.number(),
      accounts: z.array(account),
      warnings: z.array(z.string()).optional(),
    }),
  hints: READS,
  handler: async ({ scope, stale_threshold_days }, { api, options, app }) => {
    const [brokers, banks, others] = await Promise.allSettled([
      api.brokers.list({ query: {} }, options),
      api.banking.accounts({}, options),
      api.accounts.list({}, options),
    ]);
    const parts = [brokers, banks, others];
    // A part is better than nothing, as long as it says that it is one.
    if (brokers.status === 'rejected' && parts.every(({ status }) => status === 'rejected')) throw brokers.reason;
    const warnings = parts.flatMap((part, index) =>
      part.status === 'rejected'
        ? [`${['Brokers', 'Bank accounts', 'Accounts'][index]} could not be read: ${(part.reason as Error).message}`]
        : [],
    );
    const synced = brokers.status === 'fulfilled' ? brokers.value : [];
    const ownBanks = banks.status === 'fulfilled' ? banks.value : [];
    // Those that no broker brings up to date: their statements are imported by hand.
    const known = new Set([...synced, ...ownBanks].map(({ account_id }) => account_id));
    const byHand = (others.status === 'fulfilled' ? others.value : []).filter(
      ({ account_id }) => !known.has(account_id),
    );
    const isStale = (at: string | null): boolean =>
      at === null || app.host.now() - Date.parse(at) > stale_threshold_days * DAY_MS;

    const all: Account[] = [
      ...synced.map(({ broker_id, name, last_sync }) => ({
        type: 'broker' as const,
        id: broker_id,
        name,
        last_sync,
        is_stale: isStale(last_sync),
        suggested_action: `sync_broker ${broker_id}`,
      })),
      ...ownBanks.map(({ account_id, name, last_updated }) => ({
        type: 'bank' as const,
        id: account_id,
        name,
        last_updated,
        is_stale: isStale(last_updated),
        suggested_action: 'manual balance update needed, or import_bank_statement',
      })),
      ...byHand.map(({ account_id, name, latest_balance_date }) => ({
        type: 'broker' as const,
        id: account_id,
        name,
        last_updated: latest_balance_date,
        is_stale: isStale(latest_balance_date),
        suggested_action: 'import_broker_csv, or a balance by hand',
      })),
    ];
    const accounts = all.filter(({ type, is_stale }) => {
      if (scope === 'stale_only') return is_stale;
      return scope === 'all' || scope === `${type}_only`;
    });
    return {
      review_scope: scope,
      stale_threshold_days,
      total_accounts: all.length,
      accounts_needing_review: accounts.filter(({ is_stale }) => is_stale).length,
      accounts,
      ...(warnings.length > 0 ? { warnings } : {}),
    };
  },
});
