// Everything a request may name, written from the registries and schemas it describes: what is added there is listed here.
import * as z from 'zod';
import { INDICATORS } from '../indicators/registry.ts';
import { shapeOf } from '../language/calls.ts';
import { TIME_NAMES } from '../language/clock.ts';
import { FUNCTIONS, PRICES } from '../language/functions.ts';
import { ORDER_RULES } from '../portfolio/order-kinds.ts';
import { modeSchema } from '../request/mode.ts';
import { PORTFOLIO_KEYS } from '../request/portfolio.ts';
import { requestSchema, strategyKeys } from '../request/schema.ts';
import { STATISTICS } from '../statistics/registry.ts';

export interface CatalogueField {
  readonly name: string;
  /** `number`, `close | next_open`, `{from, to, step}`, `[…]`. */
  readonly type: string;
  readonly default?: unknown;
  readonly about?: string;
}

/** Built again for each caller. */
export interface Catalogue {
  readonly indicators: {
    readonly name: string;
    /** As an expression writes it, with its defaults. */
    readonly call: string;
    readonly about: string;
    /** Where there are several, as in `bb(20, 2).upper`; the first is meant when none is named. */
    readonly outputs: string[];
    /** Where `strategy.indicator_type` may name it. */
    readonly indicator_type: 'any mode' | 'with mode' | 'no';
  }[];
  readonly functions: { readonly name: string; readonly call: string; readonly about: string }[];
  readonly names: { readonly name: string; readonly about: string }[];
  readonly modes: {
    readonly name: string;
    readonly about: string;
    readonly fields: CatalogueField[];
  }[];
  readonly order_types: { readonly name: string; readonly about: string; readonly needs: string[] }[];
  readonly statistics: { readonly name: string; readonly about: string }[];
}

export const CATALOGUE_SECTIONS = ['indicators', 'functions', 'names', 'modes', 'order_types', 'statistics'] as const;

export function catalogue(): Catalogue {
  const aboutOf = (entries: Readonly<Record<string, string>>) =>
    Object.entries(entries).map(([name, about]) => ({ name, about }));
  return {
    indicators: INDICATORS.map(({ name, realistic, compatible }) => ({
      name,
      call: shapeOf(name, realistic),
      about: realistic.about,
      outputs: realistic.outputs.length === 1 ? [] : [...realistic.outputs],
      indicator_type: realistic.signals === undefined ? 'no' : compatible === undefined ? 'with mode' : 'any mode',
    })),
    functions: Object.entries(FUNCTIONS).map(([name, { shape, about }]) => ({ name, call: shape, about })),
    names: [...aboutOf(PRICES), ...aboutOf(TIME_NAMES)],
    modes: modes(),
    order_types: Object.entries(ORDER_RULES).map(([name, { about, needs }]) => ({ name, about, needs: [...needs] })),
    statistics: Object.entries(STATISTICS).map(([name, { about }]) => ({ name, about })),
  };
}

function modes(): Catalogue['modes'] {
  const request = propertiesOf(requestSchema);
  const strategy = request.strategy?.properties ?? {};
  return [
    {
      name: 'compatible',
      about: "Without mode: the downstream engine's own rules, bit for bit. These are the fields of strategy.",
      fields: strategyKeys.flatMap((name) => fieldOf(name, strategy[name])),
    },
    {
      name: 'realistic',
      about:
        'With mode, or where strategy holds expressions: fills, costs, ruin, sweeps. These are the fields of mode.',
      fields: Object.entries(propertiesOf(modeSchema)).flatMap(([name, schema]) => fieldOf(name, schema)),
    },
    {
      name: 'portfolio',
      about: 'With symbols: several symbols traded in one account. These are fields of the request, next to mode.',
      fields: PORTFOLIO_KEYS.flatMap((name) => fieldOf(name, request[name])),
    },
  ];
}

/** The part of a JSON schema that is described. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
}

function propertiesOf(schema: z.ZodType): Readonly<Record<string, Schema>> {
  return (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema).properties ?? {};
}

function fieldOf(name: string, schema: Schema | undefined): CatalogueField[] {
  if (schema === undefined) return [];
  const { default: fallback, description } = schema;
  return [
    {
      name,
      type: typeText(schema),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...(description === undefined ? {} : { about: description }),
    },
  ];
}

/** A type in a few words; what is optional inside an object is marked with a question mark. */
function typeText(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeText))].join(' | ');
  if (schema.type === 'array') return `[${schema.items === undefined ? '…' : typeText(schema.items)}, …]`;
  if (schema.type === 'object' && schema.properties !== undefined) {
    const names = Object.keys(schema.properties);
    return `{${names.map((name) => (schema.required?.includes(name) ? name : `${name}?`)).join(', ')}}`;
  }
  return typeof schema.type === 'string' ? schema.type : (schema.type?.join(' | ') ?? 'any');
}
