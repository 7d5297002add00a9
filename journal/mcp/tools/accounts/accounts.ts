import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { reporting } from '../../progress.ts';
import { ASKS_OUTSIDE, journalTool, LONG_MS, NETWORK_MS, READS, WRITES } from '../../tool.ts';

export const syncBroker = journalTool({
  name: 'sync_broker',
  title: 'Sync a broker',
  toolsets: ['accounts'],
  description: {
    minimal: 'Fetch new fills and cash from a connected broker into the journal.',
    rich: 'Fetch fills, dividends and fees from a connected broker into the journal; what the book has already is not added again. It talks to the broker with stored credentials and never trades. Needs a confirmation. See {list_brokers} for ids and the last sync; for a downloaded file use {import_broker_csv}.',
  },
  synonyms: [
    'pull trades',
    'refresh account',
    'update from ibkr',
    'download fills',
    'alpaca',
    'connect broker',
    'get latest trades',
    'sync',
    'pull',
    'fetch trades',
    'download from broker',
    'update trades',
    'interactive brokers',
    'ibkr',
    'import from broker automatically',
    'refresh',
    'grab',
    'grab trades',
    'get my trades',
    'import automatically',
    'bring in trades',
    'latest from broker',
  ],
  input: () =>
    z.object({
      broker_id: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .describe('Broker.')
        .meta({ detail: 'An id from {list_brokers}, such as ibkr_flex or alpaca_paper.' }),
    }),
  output: () => contract.brokers.sync.response,
  hints: { ...WRITES, destructive: true, openWorld: true },
  confirmation: 'required',
  cost: 'slow',
  timeoutMs: LONG_MS,
  effect: ({ broker_id }) => `Fetch trades from ${broker_id} into the journal?`,
  handler: ({ broker_id }, { api, options, context }) =>
    reporting(`Asking ${broker_id}`, context, () => api.brokers.sync({ params: { broker_id } }, options)),
});

export const listBrokers = journalTool({
  name: 'list_brokers',
  title: 'List brokers',
  toolsets: ['accounts'],
  description: {
    minimal: 'List the connected brokers: live or paper, account, last sync, last error.',
    rich: 'List the brokers that are set up: id, name, live or paper, the account their fills go to, when each was last synced and what went wrong if something did. Never shows a credential; brokers are set up in the app only. To fetch new fills use {sync_broker}; for what is out of date {get_account_review_checklist}.',
  },
  synonyms: [
    'which brokers',
    'connected accounts',
    'last sync',
    'paper account',
    'live account',
    'ibkr',
    'integrations',
    'brokers',
    'my brokers',
    'broker connection',
    'synced',
    'broker status',
    'hooked up',
    'linked brokers',
    'which accounts connected',
    'broker list',
  ],
  input: () => z.object({}),
  output: () => contract.brokers.list.response,
  hints: READS,
  conciseDrops: ['settings'],
  handler: (_, { api, options }) => api.brokers.list({ query: {} }, options),
});

export const resolveIdentifiers = journalTool({
  name: 'resolve_identifiers',
  title: 'Resolve identifiers',
  toolsets: ['accounts'],
  description: {
    minimal: 'Turn CUSIP, ISIN, SEDOL or FIGI codes into tickers, up to 100 at a time.',
    rich: 'Turn security codes into tickers: CUSIP, ISIN, SEDOL and FIGI, up to 100 in one call. Check digits are tested first; a code nobody knows comes back without a ticker and with the reason. Answers are kept, so asking again is cheap. For a company name use {search_ticker}; for a price {get_stock_quote}.',
  },
  synonyms: [
    'cusip to ticker',
    'isin lookup',
    'sedol',
    'figi',
    'security code',
    'what stock is this number',
    'cusip',
    'isin',
    'identifier',
    'convert',
    'map codes',
    'lookup security',
  ],
  input: () =>
    z.object({
      identifiers: z
        .array(
          z.object({
            id_type: z.enum(['cusip', 'isin', 'sedol', 'figi']).describe('Kind of code.'),
            id_value: z.string().trim().min(1).max(20).describe('The code.'),
          }),
        )
        .min(1)
        .max(100)
        .describe('The codes.'),
    }),
  output: () => contract.identifiers.resolve.response,
  hints: ASKS_OUTSIDE,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  handler: (body, { api, options }) => api.identifiers.resolve({ body }, options),
});

export const listBankAccounts = journalTool({
  name: 'list_bank_accounts',
  title: 'List bank accounts',
  toolsets: ['accounts'],
  description: {
    minimal: 'List the bank accounts with balance, currency and the day of the last update.',
    rich: 'List the bank accounts of the journal: id, name, institution, currency, balance, when it was last updated and where that figure came from. Balances come from imported statements or are entered in the app; to import one use {import_bank_statement}. For broker accounts see {list_brokers}; for stale ones {get_account_review_checklist}.',
  },
  synonyms: [
    'cash balance',
    'checking',
    'savings',
    'how much cash',
    'bank balance',
    'accounts overview',
    'bank',
    'bank accounts',
    'balances',
    'cash',
    'money in bank',
    'savings account',
    'money',
    'how much do I have',
    'checking account',
    'cash on hand',
  ],
  input: () => z.object({}),
  output: () => contract.banking.accounts.response,
  hints: READS,
  conciseDrops: ['balance_source'],
  handler: (_, { api, options }) => api.banking.accounts({}, options),
});
