// Entry and exit expressions: a closed grammar of nested arrays, e.g. ["CrossUp", ["Sma", 10], ["Sma", 50]].
import * as z from 'zod';

const PRICES = ['PriceOpen', 'PriceHigh', 'PriceLow', 'PriceClose', 'Volume'] as const;
const COMPARISONS = ['Gt', 'Lt', 'Cross', 'CrossUp', 'CrossDown'] as const;

const valueSchema = z.union([
  z.enum(PRICES),
  z.tuple([z.literal('Constant'), z.number()]),
  z.tuple([z.literal('Sma'), z.int().min(1).max(100_000)]),
  z.tuple([z.literal('Rsi'), z.int().min(1).max(100_000)]),
]);
export type ValueExpression = z.infer<typeof valueSchema>;

export type Expression =
  | readonly ['And' | 'Or', Expression, Expression]
  | readonly ['Not', Expression]
  | readonly [(typeof COMPARISONS)[number], ValueExpression, ValueExpression];

const grammar: z.ZodType<Expression> = z.lazy(() =>
  z.union([
    z.tuple([z.enum(['And', 'Or']), grammar, grammar]),
    z.tuple([z.literal('Not'), grammar]),
    z.tuple([z.enum(COMPARISONS), valueSchema, valueSchema]),
  ]),
);

/** Shown to clients as plain data: many cannot read a schema that refers to itself. */
export const expressionSchema = z
  .unknown()
  .refine(
    (value) => grammar.safeParse(value).success,
    'not an expression such as ["CrossUp", ["Sma", 10], ["Sma", 50]]',
  )
  .transform((value) => value as Expression) // checked by the grammar just above
  .describe('Nested arrays, e.g. ["CrossUp", ["Sma", 10], ["Sma", 50]]');
