import { contract } from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, NETWORK_MS, READS } from '../../tool.ts';
import { accountId, ticker } from '../parameters.ts';
import { once } from './answer.ts';

export const getTaxLots = journalTool({
  name: 'get_tax_lots',
  title: 'Tax lots',
  toolsets: ['tax'],
  description: {
    minimal: 'List tax lots of an account: cost basis, age, long-term or not, gain or loss.',
    rich: 'List the tax lots of an account: quantity, whole cost basis with wash-sale adjustments, date acquired, days held, long-term or not and from when, current value and gain where a price is known. Lots are computed from the trades; no sync is needed. To see what selling them would cost use {simulate_tax_impact}.',
  },
  synonyms: [
    'cost basis',
    'holding period',
    'open lots',
    'purchase lots',
    'when does it become long-term',
    'unrealized gain',
    'shares bought when',
    'lots',
    'basis',
    'tax lots',
    'purchase date',
    'bought price',
    'long term',
    'held how long',
    'acquired',
    'shares by date',
    'how long have I held',
    'when did I buy',
    'what did I pay for',
    'average cost',
    'purchase price',
    'held',
  ],
  input: () =>
    z.object({
      account_id: z.string().trim().min(1).max(200).describe('Account.'),
      ticker: ticker.optional(),
      status: z.enum(['open', 'closed', 'all']).default('open').describe('Which lots.'),
      sort_by: z.enum(['acquired_date', 'cost_basis', 'gain_loss']).default('acquired_date').describe('Order.'),
      limit: z.int().min(1).max(1000).default(100).describe('How many.'),
      offset: z.int().min(0).default(0).describe('How many to skip.'),
    }),
  output: () => contract.tax.lots.response.omit({ data: true }),
  hints: READS,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  conciseDrops: ['long_term_from', 'holding_period_days', 'status', 'wash_sale_adjustment'],
  handler: async (query, { api, options }) => once(await api.tax.lots({ query }, options)),
});

const day = z.iso.date().optional();

export const findWashSales = journalTool({
  name: 'find_wash_sales',
  title: 'Find wash sales',
  toolsets: ['tax'],
  description: {
    minimal: 'Find losses disallowed by a purchase within 30 days, across all accounts.',
    rich: 'Find wash sales: losses held back because the same security was bought within 30 days before or after, in any account, IRA, spouse and options included. For each the sale, the purchase, the disallowed loss, the adjusted basis and the window. Narrow by account, ticker or dates. Before selling at a loss try {simulate_tax_impact}.',
  },
  synonyms: [
    '30 day rule',
    'disallowed loss',
    'bought back too soon',
    'wash rule',
    'repurchase',
    'IRA wash sale',
    'deferred loss',
    'wash sale',
    'wash sales',
    'disallowed',
    'thirty days',
    'loss not allowed',
    'rebought',
    'repurchased',
    'buy back',
    'buying back',
    'bought again',
    'too early',
    'loss denied',
    'rebuy',
    'screw up taxes',
  ],
  input: () =>
    z.object({
      account_id: accountId,
      ticker: ticker.optional(),
      date_range_start: day.describe('First day; start of the year if left out.'),
      date_range_end: day.describe('Last day; today if left out.'),
    }),
  output: () => contract.washSales.find.response.omit({ data: true }),
  hints: READS,
  conciseDrops: ['chain_id', 'loss_lot', 'replacement_lot', 'replaced_on', 'wash_window', 'permanently_lost', 'status'],
  handler: async (body, { api, options }) => {
    const { date_range_start: start, date_range_end: end } = body;
    if (start !== undefined && end !== undefined && start > end) {
      throw new KernelError(codes.invalidArguments, 'date_range_start is after date_range_end.');
    }
    return once(await api.washSales.find({ body }, options));
  },
});

export const harvestLosses = journalTool({
  name: 'harvest_losses',
  title: 'Losses worth harvesting',
  toolsets: ['tax'],
  description: {
    minimal: 'Find open losses worth realising for tax, and which would be wash sales.',
    rich: 'Find open positions whose loss is worth realising before the year ends: loss by ticker and lot, holding period, whether selling now would be washed, until when to wait and from when it may be bought again. Sells nothing. For the tax saved by one sale use {simulate_tax_impact}; for wash sales that happened {find_wash_sales}.',
  },
  synonyms: [
    'tax loss harvesting',
    'offset gains',
    'losing positions',
    'sell at a loss',
    'reduce my tax',
    'year-end selling',
    'harvest',
    'losers',
    'offset',
    'tax loss',
    'unrealized losses',
    'take losses',
    'lower taxes',
    'write off',
    'losing stocks',
    'dump losers',
    'before december',
    'losing shares',
    'sell the bad ones',
    'tax savings',
    'cut losers',
  ],
  input: () =>
    z.object({
      account_id: accountId,
      min_loss_threshold: z.number().min(0).max(1e13).default(100).describe('Smallest loss, in dollars.'),
      exclude_wash_risk: z.boolean().default(false).describe('Leave out what would be washed.'),
    }),
  output: () => contract.tax.harvest.response.omit({ data: true }),
  hints: READS,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  conciseDrops: ['replacements', 'disallowed_loss'],
  handler: async (query, { api, options }) => once(await api.tax.harvest({ query }, options)),
});
