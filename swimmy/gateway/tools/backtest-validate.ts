import {
  compileExpression,
  CONDITIONS,
  countRuns,
  EXPRESSIONS,
  ExpressionError,
  requestSchema,
  withoutNulls,
  type BacktestRequest,
} from '@zorivest/engine';
import { fieldFaults } from '@zorivest/kernel';
import * as z from 'zod';
import { WorkerSays } from '../control-client.ts';
import { submitFaults, type FieldFault } from '../requests.ts';
import { NO_WORKER, plain, READ, spanShape, timesOf, tool } from './define.ts';

const fault = z.object({
  path: z.string(),
  message: z.string(),
  column: z.number().optional().describe('Where in the text of an expression, from 1'),
});

const output = z.object({
  schema_version: z.literal(1),
  valid: z.boolean(),
  errors: z.array(fault),
  expressions: z.array(z.object({ field: z.string(), type: z.enum(['number', 'condition']) })),
  data: z
    .array(z.object({ symbol: z.string().nullable().meta({ foreign: 'name' }), ...spanShape }))
    .nullable()
    .describe('What it would run on; null where nothing was asked of the candles'),
  bad_rows: z.number().nullable(),
  runs: z.number().nullable().describe('Runs that a sweep would make'),
  warnings: z.array(z.string()),
});
type Answer = z.infer<typeof output>;

export const backtestValidate = tool({
  ...plain,
  name: 'backtest_validate',
  methods: ['backtest.validate'],
  title: 'Check a backtest without running it',
  toolsets: ['backtest'],
  description: {
    minimal: 'Check an expression, or a whole request with its candles, without running anything.',
    rich: 'Give the arguments of {backtest_submit}, or just an expression: every fault is told with its field and column. For a whole request the worker also reads the candles: bars, span, step, gaps and bad rows of each symbol, and how many runs a sweep would make. Nothing is run, sent or counted as a trial. Names come from {backtest_catalogue}, data from {data_list}.',
  },
  synonyms: ['check', 'lint', 'dry run', 'syntax', 'test expression'],
  hints: READ,
  cost: 'slow',
  input: z.looseObject({
    expression: z.string().max(20_000).optional().describe('One expression, in place of a request'),
    params: z.record(z.string(), z.number()).optional().describe('Numbers that the expression names'),
    strategy: z.record(z.string(), z.unknown()).optional().describe('With the other fields of backtest_submit'),
  }),
  output,
  handler: async (input, { app: { requests } }) => {
    const { expression, params, ...fields } = input;
    if (expression !== undefined) return expressionAnswer(expression, params);
    const parsed = requestSchema.safeParse(withoutNulls(fields));
    if (!parsed.success) return answer({ errors: fieldFaults(parsed.error) });
    const request = parsed.data;
    const errors: FieldFault[] = submitFaults(request);
    const expressions = EXPRESSIONS.filter((field) => request.strategy[field] !== undefined).map((field) => ({
      field: `strategy.${field}`,
      type: CONDITIONS.some((each) => each === field) ? ('condition' as const) : ('number' as const),
    }));
    const runs = request.mode?.sweep && errors.length === 0 ? countRuns(request.strategy, request.mode) : null;
    try {
      const described = await requests.describe(request);
      const short = described?.data.filter(({ bars }) => bars === 0).map(({ symbol }) => symbol ?? 'the candles');
      return answer({
        errors,
        expressions,
        runs,
        data: described?.data.map(({ symbol, ...span }) => ({ symbol, ...timesOf(span) })) ?? null,
        bad_rows: described?.bad_rows ?? null,
        warnings: [
          ...(described === undefined ? [`The candles were not looked at: ${NO_WORKER}`] : []),
          ...(short?.length ? [`No bars lie between start_time and end_time: ${short.join(', ')}`] : []),
        ],
      });
    } catch (error) {
      if (!(error instanceof WorkerSays)) throw error;
      return answer({ errors: [...errors, { path: dataField(request), message: error.message }], expressions, runs });
    }
  },
});

/** The field that says what to run on. */
function dataField({ symbols, candles, candles_file, symbol }: BacktestRequest): string {
  if (symbols !== undefined) return 'symbols';
  if (candles?.length) return 'candles';
  return candles_file === undefined && symbol !== undefined ? 'symbol' : 'candles_file';
}

const answer = (known: Partial<Answer>): Answer => ({
  schema_version: 1,
  valid: (known.errors ?? []).length === 0,
  errors: [],
  expressions: [],
  data: null,
  bad_rows: null,
  runs: null,
  warnings: [],
  ...known,
});

function expressionAnswer(expression: string, params: Readonly<Record<string, number>> = {}): Answer {
  try {
    return answer({
      expressions: [{ field: 'expression', type: compileExpression(expression, { params, across: true }).type }],
    });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return answer({ errors: [{ path: 'expression', message: error.message, column: error.column }] });
  }
}
