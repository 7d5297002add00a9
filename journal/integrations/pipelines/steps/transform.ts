import { z } from 'zod';
import { compare } from '../condition.ts';
import { marketTables } from '@zorivest/market';
import { mapRecord, rowFault, spread, tableOf, type Row } from '../market-tables.ts';
import { comparisons } from '../policy.ts';
import { lookUp } from '../references.ts';
import { defineStep, StepError, type StepContext } from '../step.ts';
import { recordsOf } from './records.ts';

const assertion = z.strictObject({
  field_ref: z.string().regex(/^ctx\.\w+(\.\w+)*$/),
  operator: z.enum(comparisons),
  expected: z.unknown(),
  severity: z.enum(['fatal', 'warning']).default('fatal'),
});

const params = z.strictObject({
  kind: z.enum(['transform', 'assertion']).default('transform'),
  target_table: z.enum(Object.keys(marketTables) as [string, ...string[]]).optional(),
  mapping: z.union([z.literal('auto'), z.record(z.string(), z.string())]).default('auto'),
  write_disposition: z.enum(['append', 'replace', 'merge']).default('append'),
  validation_rules: z.enum(['ohlcv', 'quote', 'news', 'fundamentals']).optional(),
  quality_threshold: z.number().min(0).max(1).default(0.8),
  source_step_id: z.string().optional(),
  output_key: z.string().default('records'),
  min_records: z.int().min(0).default(0),
  assertions: z.array(assertion).max(50).default([]),
});

type Params = z.output<typeof params>;

const MODES = { append: 'insert', merge: 'upsert', replace: 'replace' } as const;

/** What templates call these: the words people use. */
const SHOWN: Readonly<Record<string, string>> = { ticker: 'symbol', last: 'price' };

export const transformStep = defineStep({
  type: 'transform',
  summary: 'Checks fetched records and writes the sound ones to a market table; or checks assertions.',
  sideEffects: true,
  since: 1,
  params,
  run: (input, context) => (input.kind === 'assertion' ? assertAll(input, context) : transform(input, context)),
});

function assertAll({ assertions }: Params, context: StepContext) {
  const failed = assertions.flatMap(({ field_ref, operator, expected, severity }) => {
    const found = lookUp(field_ref, context);
    return compare(found, operator, expected)
      ? []
      : [{ severity, text: `${field_ref} is ${JSON.stringify(found)}, not ${operator} ${JSON.stringify(expected)}` }];
  });
  const fatal = failed.find(({ severity }) => severity === 'fatal');
  if (fatal) return Promise.reject(new StepError(`assertion failed: ${fatal.text}`));
  const warnings = failed.map(({ text }) => text);
  return Promise.resolve({ output: { passed: assertions.length - failed.length, warnings }, warnings });
}

async function transform(input: Params, context: StepContext) {
  const source = recordsOf(context.outputs, input.source_step_id);
  const table = input.target_table ?? tableOf[input.validation_rules ?? source.dataType ?? ''];
  if (table === undefined) throw new StepError('transform needs a target_table');
  const mapping = input.mapping === 'auto' ? {} : input.mapping;

  const sound: Row[] = [];
  const quarantined: { record: number; reason: string }[] = [];
  const extra = new Set<string>();
  // A mapping is for records of a foreign shape, which only its author knows.
  const records =
    input.mapping === 'auto'
      ? source.records.flatMap((record) => spread(table, record, context.now()))
      : source.records;
  records.forEach((record, n) => {
    const mapped = mapRecord(table, record, mapping);
    for (const field of mapped.extra) extra.add(field);
    const fault = rowFault(table, mapped.row);
    if (fault === null) sound.push(mapped.row);
    else quarantined.push({ record: n, reason: fault });
  });

  const ratio = records.length > 0 ? sound.length / records.length : 1;
  if (ratio < input.quality_threshold) {
    const share = Math.round(ratio * 100);
    throw new StepError(
      `only ${share} % of ${records.length} records are valid (${quarantined[0]?.reason}); nothing was written`,
    );
  }
  const written = await context.tables.write(table, sound, MODES[input.write_disposition]);
  const warnings =
    sound.length < input.min_records ? [`${sound.length} records, fewer than the ${input.min_records} expected`] : [];
  return {
    output: {
      [input.output_key]: sound.map(presentRow),
      count: sound.length,
      written,
      quarantined: quarantined.slice(0, 100),
      _extra: [...extra].toSorted(),
    },
    warnings,
  };
}

function presentRow(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [SHOWN[column] ?? column, value]));
}
