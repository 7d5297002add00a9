// What is wrong with a request, and what it would run on, without running it: for assistants and for the shell.
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
import { WorkerError } from './control-client.ts';
import { submitFaults, type FieldFault, type Requests } from './requests.ts';
import { NO_WORKER, spanShape, timesOf } from './spans.ts';

const fault = z.object({
  path: z.string(),
  message: z.string(),
  column: z.number().optional().describe('Where in the text of an expression, from 1'),
});

export const validationSchema = z.object({
  schema_version: z.literal(1),
  valid: z.boolean(),
  errors: z.array(fault),
  expressions: z.array(z.object({ field: z.string(), type: z.enum(['number', 'condition']) })),
  data: z
    .array(z.object({ symbol: z.string().nullable().meta({ foreign: 'name' }), ...spanShape }))
    .nullable()
    .describe('The candles it would run on; null when they were not read'),
  bad_rows: z.number().nullable(),
  runs: z.number().nullable().describe('Runs that a sweep would make'),
  warnings: z.array(z.string()),
});
type ValidationResult = z.infer<typeof validationSchema>;

/** A request, or one expression in place of it. */
export async function validateRequest(
  input: Readonly<Record<string, unknown>> & {
    readonly expression?: string | undefined;
    readonly params?: Readonly<Record<string, number>> | undefined;
  },
  requests: Requests,
): Promise<ValidationResult> {
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
        ...(described === undefined ? [`The candles were not checked: ${NO_WORKER}`] : []),
        ...(short?.length ? [`No bars lie between start_time and end_time: ${short.join(', ')}`] : []),
      ],
    });
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    return answer({ errors: [...errors, { path: dataField(request), message: error.message }], expressions, runs });
  }
}

/** The field that says what to run on. */
function dataField({ symbols, candles, candles_file, symbol }: BacktestRequest): string {
  if (symbols !== undefined) return 'symbols';
  if (candles?.length) return 'candles';
  return candles_file === undefined && symbol !== undefined ? 'symbol' : 'candles_file';
}

const answer = (known: Partial<ValidationResult>): ValidationResult => ({
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

function expressionAnswer(expression: string, params: Readonly<Record<string, number>> = {}): ValidationResult {
  try {
    return answer({
      expressions: [{ field: 'expression', type: compileExpression(expression, { params, across: true }).type }],
    });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return answer({ errors: [{ path: 'expression', message: error.message, column: error.column }] });
  }
}
