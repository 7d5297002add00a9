// Who is taxed: what besides the trades decides what a gain costs.
import { z } from 'zod';
import { filingStatuses, lotMethods } from '@zorivest/vocabulary';
import { empty, resource } from '../core/endpoint.ts';
import { anyCase, notNegative } from '../core/fields.ts';
import { once } from '../core/once.ts';

export const lotMethod = anyCase(lotMethods);

export const taxYear = z.coerce.number<number>().int().min(2000).max(2099);

const profileFields = once(() => ({
  filing_status: anyCase(filingStatuses),
  state_tax_rate: z
    .number()
    .min(0)
    .max(1)
    .describe('A flat rate on adjusted gross income, as a fraction; none is built in, and 0 says nothing'),
  state_brackets: z
    .array(z.strictObject({ up_to: notNegative.nullable(), rate: z.number().min(0).max(1) }))
    .min(1)
    .max(30)
    .refine((brackets) => rising(brackets.map(({ up_to }) => up_to)), 'must rise, with null only for the last')
    .nullable()
    .describe('In place of the flat rate: each rate up to an income, the last without end'),
  state_deduction: notNegative.describe('Taken off income before the state’s tax'),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two letters')
    .nullable()
    .describe('Two letters such as CA; a note, no rate follows from it'),
  agi_estimate: notNegative.describe('Other income of the year, taken as wages'),
  qualified_dividends: notNegative.describe('Besides other income and what the ledger has; taxed like long-term gains'),
  aged_or_blind: z.int().min(0).max(4).describe('How many of these hold: 65 or older, blind; both spouses together'),
  withholding: notNegative.describe('Tax withheld in the year, taken as paid evenly over it'),
  prior_year_tax: notNegative
    .nullable()
    .describe('The whole tax of the year before: what the safe harbor is measured by'),
  prior_year_agi: notNegative
    .nullable()
    .describe('Adjusted gross income of the year before: a high one raises the safe harbor to 110 %'),
  capital_loss_carryforward: notNegative.describe('Short-term losses still to be used'),
  long_carryforward: notNegative.describe('Long-term losses still to be used'),
  wash_sale_method: z
    .enum(['conservative', 'aggressive'])
    .describe('conservative: options replace stock, and an option any of its underlying and right'),
  default_cost_basis: lotMethod.describe('Which lots a sale takes where nothing else was chosen'),
  include_drip_wash_detection: z.boolean().describe('Reinvested dividends can replace what was sold at a loss'),
  include_spousal_accounts: z.boolean().describe('Purchases in accounts of a spouse can, too'),
  section_475_elected: z
    .boolean()
    .describe('A trader who marks to market: everything is ordinary, nothing is a wash sale'),
  section_1256_roots: z
    .array(z.string().regex(/^[A-Z][A-Z0-9]{0,5}$/, 'must be option roots such as SPX'))
    .max(100)
    .nullable()
    .describe('Options taxed 60/40; null: those on broad-based indices'),
  collectibles: z
    .array(z.string().regex(/^[A-Z][A-Z0-9.]{0,9}$/, 'must be tickers such as GLD'))
    .max(200)
    .nullable()
    .describe('Taxed at up to 28 % when held for over a year; null: trusts that hold metal'),
  section_988: z
    .enum(['ordinary', 'personal'])
    .describe('Currency results; personal: gains up to 200 a transaction are left out, and no loss counts'),
  year_end_prices: z
    .record(z.string().min(1).max(100), notNegative)
    .refine((prices) => Object.keys(prices).length <= 1000, 'must be at most 1000')
    .describe('Prices at the end of the year of what is marked to market, by instrument'),
}));
/** Each end above the one before; only the last may be open. */
function rising(ends: readonly (number | null)[]): boolean {
  return ends.every((end, i) => {
    const before = ends[i - 1];
    if (end === null) return i === ends.length - 1;
    return before === undefined || (before !== null && end > before);
  });
}

const profile = once(() =>
  z.object({
    ...profileFields(),
    filing_status: z.enum(filingStatuses),
    default_cost_basis: z.enum(lotMethods),
    tax_year: z.int(),
  }),
);
const yearParams = once(() => z.object({ year: taxYear }));

export const taxProfiles = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/tax/profiles',
    summary: 'The tax profiles, newest year first',
    response: z.array(profile()),
    role: 'read-only',
  }),
  create: () => ({
    method: 'POST',
    path: '/tax/profiles',
    summary: 'Describe the taxpayer of a year',
    body: z
      .strictObject(profileFields())
      .partial()
      .extend({ tax_year: z.int().min(2020).max(2030) }),
    response: profile(),
    status: 201,
    errors: [409],
    role: 'read-write',
    audit: 'tax_profile.create',
    write: 'book',
  }),
  get: () => ({
    method: 'GET',
    path: '/tax/profiles/{year}',
    summary: 'One year’s profile',
    params: yearParams(),
    response: profile(),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PUT',
    path: '/tax/profiles/{year}',
    summary: 'Change some fields of a year’s profile; the first change makes it',
    params: yearParams(),
    body: z.strictObject(profileFields()).partial(),
    response: profile(),
    role: 'read-write',
    audit: 'tax_profile.update',
    write: 'book',
  }),
  current: () => ({
    method: 'GET',
    path: '/tax/profile',
    summary: 'This year’s profile, or what is assumed without one',
    response: profile(),
    role: 'read-only',
  }),
  updateCurrent: () => ({
    method: 'PUT',
    path: '/tax/profile',
    summary: 'Change some fields of this year’s profile; the first change makes it',
    body: z
      .strictObject(profileFields())
      .partial()
      .refine((body) => Object.keys(body).length > 0, 'names nothing to change'),
    response: profile(),
    role: 'read-write',
    audit: 'tax_profile.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/tax/profiles/{year}',
    summary: 'Delete a profile',
    params: yearParams(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'tax_profile.delete',
    write: 'book',
  }),
});
