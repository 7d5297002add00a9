/**
 * What parameters are called in the lists of tools: in a word, and where words are cheap with a detail. A name that many
 * endpoints share is described here once; the contract's own description of a field goes before it, a tool's before both.
 */
import type { z } from 'zod';

/** In a word, or in a word with a detail for rich lists; no word at all ('') where the name says it. */
export type ParameterText = string | readonly [short: string, detail: string];

const SHARED: Readonly<Record<string, ParameterText>> = {
  account_id: ['', 'All accounts when left out.'],
  broker_id: ['Broker.', 'An id from {tool:list_brokers}.'],
  confirm: 'Must be true.',
  exec_id: ['Execution id.', 'The exec_id of one execution, from {tool:list_trades}.'],
  instrument: ['', 'A ticker such as AAPL, or an option symbol such as AAPL 260320C00200000.'],
  limit: '',
  notes: '',
  offset: '',
  period: 'ytd, mtd, qtd, all, 30d, 90d, 1y, YYYY or YYYY-MM.',
  policy_id: ['Policy.', 'An id from {tool:list_policies}.'],
  provider_name: ['Provider.', 'As listed by {tool:list_market_providers}, e.g. polygon; the full name works too.'],
  quarter: '',
  tax_year: 'Tax year; this one if left out.',
  ticker: ['', 'Such as AAPL or BRK.B; letter case does not matter.'],
  trade_exec_id: ['Execution id.', 'The exec_id of one execution, from {tool:list_trades}.'],
  trade_id: ['Execution id of the trade.', 'An exec_id from {tool:list_trades}.'],
};

/** Where an account must be named, the text about leaving it out is dropped. */
const REQUIRED: typeof SHARED = { ...SHARED, account_id: '' };

/** A parameter in these words, or else in its own, or else in those that all tools share for its name. */
export function describeParameter<S extends z.ZodType>(schema: S, name: string, text?: ParameterText): S {
  const chosen = text ?? (descriptionOf(schema) === undefined ? textFor(schema)[name] : undefined);
  if (chosen === undefined) return schema;
  const [description, detail] = typeof chosen === 'string' ? [chosen] : chosen;
  return schema.meta({
    // No word at all also means none of the contract's.
    description: description === '' ? undefined : description,
    ...(detail === undefined ? {} : { detail }),
  });
}

function textFor(schema: z.ZodType): typeof SHARED {
  return schema.safeParse(undefined).success ? SHARED : REQUIRED;
}

/** The description, from the field itself or from the schema inside its default or optional wrapper. */
export function descriptionOf(schema: z.ZodType): string | undefined {
  for (let at: z.ZodType | undefined = schema; at !== undefined; at = innerOf(at)) {
    if (at.description !== undefined) return at.description;
  }
  return undefined;
}

function innerOf(schema: z.ZodType): z.ZodType | undefined {
  // Zod's wrappers (optional, nullable, default, readonly) keep what they wrap under this name.
  return (schema.def as { readonly innerType?: z.ZodType }).innerType;
}
