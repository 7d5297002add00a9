import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, NETWORK_MS, READS } from '../../tool.ts';
import { accountId, ticker } from '../parameters.ts';
import { FOOTNOTES, once } from './answer.ts';
import { taxYear } from './parameters.ts';

export const simulateTaxImpact = journalTool({
  name: 'simulate_tax_impact',
  title: 'Simulate the tax of a sale',
  toolsets: ['tax'],
  description: {
    minimal: 'What-if: the tax a sale would cause, lot by lot, before it is made.',
    rich: 'What a sale would mean for tax before it is made: which lots it would close, short- and long-term gain, estimated federal and state tax, whether a loss would be washed, and what waiting until long-term would save. Nothing is recorded. For lots at hand use {get_tax_lots}; for losses worth taking {harvest_losses}. An estimate, not advice.',
  },
  synonyms: [
    'if I sell',
    'tax if I sell',
    'capital gains preview',
    'should I wait',
    'long-term',
    'which lots',
    'tax consequence',
  ],
  input: z.object({
    ticker,
    action: z.enum(['sell', 'cover']).describe('Sell a long or cover a short.'),
    quantity: z.number().gt(0).max(1e13).describe('Shares.'),
    price: z.number().gt(0).max(1e13).describe('Price per share.'),
    account_id: z.string().trim().min(1).max(200).describe('Account.'),
    cost_basis_method: z
      .enum([
        'fifo',
        'lifo',
        'hifo',
        'specific_id',
        'avg_cost',
        'max_lt_gain',
        'max_lt_loss',
        'max_st_gain',
        'max_st_loss',
      ])
      .default('fifo')
      .describe('Which lots go first.'),
    lot_ids: z.array(z.string().trim().min(1).max(200)).max(200).optional().describe('With specific_id.'),
  }),
  output: contract.tax.simulate.response.omit({ data: true }),
  hints: READS,
  conciseDrops: [...FOOTNOTES, 'total_proceeds', 'total_basis'],
  handler: async (body, { api, options }) => once(await api.tax.simulate({ body }, options)),
});

export const estimateTax = journalTool({
  name: 'estimate_tax',
  title: 'Estimate the tax of a year',
  toolsets: ['tax'],
  description: {
    minimal: 'Estimate the tax of a year from the tax profile and realised gains and losses.',
    rich: 'Estimate the whole tax of a year from the tax profile and the realised results so far: gains by term, federal tax by bracket with AMT and NIIT, state tax, effective rate, loss carryforward. With include_unrealized as if all were sold today. For one sale use {simulate_tax_impact}; the due payment {get_quarterly_estimate}.',
  },
  synonyms: [
    'how much tax do I owe',
    'tax bill',
    'capital gains tax',
    'effective rate',
    'brackets',
    'federal tax',
    'liability',
  ],
  input: z.object({
    tax_year: taxYear,
    account_id: accountId,
    filing_status: z
      .enum(['single', 'married_joint', 'married_separate', 'head_of_household'])
      .optional()
      .describe("Instead of the profile's."),
    include_unrealized: z.boolean().default(false).describe('As if all were sold.'),
  }),
  output: contract.tax.estimate.response.omit({ data: true }),
  hints: READS,
  timeoutMs: NETWORK_MS,
  conciseDrops: [...FOOTNOTES, 'bracket_breakdown'],
  handler: async (body, { api, options }) => once(await api.tax.estimate({ body }, options)),
});

export const getYtdTaxSummary = journalTool({
  name: 'get_ytd_tax_summary',
  title: 'Tax summary of the year so far',
  toolsets: ['tax'],
  description: {
    minimal: 'The tax year so far: realised gains by term, wash sales, estimates, payments.',
    rich: 'The tax year so far on one page: realised short- and long-term results, wash-sale adjustments, number of trades, estimated federal and state tax, the state of the four quarterly payments, and results by symbol. The place to begin with tax. For the calculation behind it use {estimate_tax}; for single lots {get_tax_lots}.',
  },
  synonyms: [
    'realized gains this year',
    'year to date',
    'tax dashboard',
    'how much have I made for tax',
    'short-term vs long-term',
    'tax overview',
  ],
  input: z.object({ tax_year: taxYear, account_id: accountId }),
  output: contract.tax.ytdSummary.response.omit({ data: true }),
  hints: READS,
  conciseDrops: [...FOOTNOTES, 'by_symbol'],
  handler: async (query, { api, options }) => once(await api.tax.ytdSummary({ query }, options)),
});
