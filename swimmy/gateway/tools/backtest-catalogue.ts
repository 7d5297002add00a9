import { catalogue, CATALOGUE_SECTIONS } from '@zorivest/engine';
import * as z from 'zod';
import { plain, READ, tool } from './define.ts';

const named = z.object({ name: z.string(), about: z.string() });
const called = named.extend({ call: z.string() });

export const backtestCatalogue = tool({
  ...plain,
  name: 'backtest_catalogue',
  methods: ['backtest.catalogue'],
  title: 'Strategy building blocks',
  toolsets: ['backtest'],
  description: {
    minimal: 'Indicators, functions and names of expressions, statistics, and the fields of every mode.',
    rich: 'Everything a request can name: indicators with their arguments and outputs, functions and names of expressions, the modes (compatible, realistic, portfolio) with type, default and meaning of each field, the types of orders, and statistics. Ask for one section to keep it short. Check what you wrote from it with {tool:backtest_validate} before {tool:backtest_submit}.',
  },
  synonyms: ['indicators', 'functions', 'help', 'language', 'fields', 'options', 'expressions'],
  hints: READ,
  cost: 'local',
  input: z.object({
    section: z.enum(CATALOGUE_SECTIONS).optional().describe('Only this; default: all of them'),
  }),
  output: z.object({
    schema_version: z.literal(1),
    indicators: z
      .array(called.extend({ outputs: z.array(z.string()), indicator_type: z.enum(['any mode', 'with mode', 'no']) }))
      .optional(),
    functions: z.array(called).optional(),
    names: z.array(named).optional(),
    modes: z
      .array(
        named.extend({
          fields: z.array(
            z.object({
              name: z.string(),
              type: z.string(),
              default: z.unknown().optional(),
              about: z.string().optional(),
            }),
          ),
        }),
      )
      .optional(),
    order_types: z.array(named.extend({ needs: z.array(z.string()) })).optional(),
    statistics: z.array(named).optional(),
  }),
  handler: ({ section }) => {
    const all = catalogue();
    return { schema_version: 1 as const, ...(section === undefined ? all : { [section]: all[section] }) };
  },
});
