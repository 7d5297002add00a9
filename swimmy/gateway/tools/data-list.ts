import { KernelError } from '@zorivest/kernel';
import * as z from 'zod';
import { badField } from '../bad-field.ts';
import { WorkerError } from '../control-client.ts';
import { swimmyCodes } from '../requests.ts';
import { NO_WORKER, spanShape, timesOf } from '../spans.ts';
import { plain, READ, tool } from './define.ts';

export const dataList = tool({
  ...plain,
  name: 'data_list',
  methods: ['data.list'],
  title: 'List candle data',
  toolsets: ['backtest'],
  description: {
    minimal: 'List the candle files backtests can run on: symbol, span, bars, step and gaps of each.',
    rich: 'The candle files (CSV or Parquet) in a folder of the worker, data/historical by default: symbol, dataset to name it by, bars, first and last bar, the usual step, the number of gaps and the longest. Weekends and regular closing hours are not gaps. Give dataset as candles_file, or in symbols, to {tool:backtest_submit}; check a request with {tool:backtest_validate}.',
  },
  synonyms: ['symbols', 'candles', 'history', 'spans', 'gaps', 'datasets', 'files'],
  hints: READ,
  cost: 'slow',
  input: z.object({
    folder: z.string().min(1).max(4096).optional().describe("Below the worker's folder; default: data/historical"),
    search: z.string().max(64).optional().describe('Only symbols that contain this text'),
    limit: z.int().min(1).max(200).default(25),
    offset: z.int().min(0).default(0),
  }),
  output: z.object({
    schema_version: z.literal(1),
    folder: z.string(),
    total: z.number(),
    data: z.array(
      z.object({
        symbol: z.string().meta({ foreign: 'name' }),
        dataset: z.string().meta({ foreign: 'name' }),
        bytes: z.number(),
        ...spanShape,
        bad_rows: z.number().nullable(),
        note: z.string().nullable().meta({ foreign: 'text' }).describe('Why the file could not be described'),
      }),
    ),
  }),
  handler: async (question, { app: { requests } }) => {
    let listed;
    try {
      listed = await requests.listData(question);
    } catch (error) {
      if (error instanceof WorkerError) throw badField('folder', error.message);
      throw error;
    }
    if (listed === undefined) throw new KernelError(swimmyCodes.refused, NO_WORKER);
    return {
      schema_version: 1 as const,
      folder: listed.folder,
      total: listed.total,
      data: listed.files.map(({ symbol, dataset, bytes, bad_rows = null, note = null, ...span }) => ({
        symbol,
        dataset,
        bytes,
        ...timesOf(span),
        bad_rows,
        note,
      })),
    };
  },
});
