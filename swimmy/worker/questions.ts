// What a gateway may ask its worker about candles, which only the worker can read.
import { between, spanOf, type Span } from '@zorivest/engine';
import * as z from 'zod';
import type { DataList, DataQuestion } from './data-files.ts';
import type { Executor } from './execute.ts';

export const QUESTIONS = ['describe', 'data'] as const;
export type QuestionName = (typeof QUESTIONS)[number];

/** What a request would run on. */
export interface DescribedData extends Span {
  readonly symbol: string | null;
}
export interface Description {
  /** Names the candles, as the ledger of trials does. */
  readonly dataset: string;
  readonly data: readonly DescribedData[];
  readonly bad_rows: number;
}

export interface Answers {
  readonly describe: Description;
  readonly data: DataList;
}
export type Questions = { readonly [N in QuestionName]: (about: unknown) => Promise<Answers[N]> };

const dataQuestion = z.object({
  folder: z.string().optional(),
  search: z.string().optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(1000),
});

export function createQuestions(
  executor: Executor,
  listData: (question: DataQuestion) => Promise<DataList>,
): Questions {
  return {
    describe: async (message) => {
      const { request, inputs } = await executor.load(z.string().parse(message));
      const symbols = inputs.symbols ?? [{ symbol: request.symbol ?? null, series: inputs.series }];
      return {
        dataset: inputs.dataset,
        data: symbols.map(({ symbol, series }) => ({
          symbol,
          ...spanOf(between(series, request.start_time, request.end_time)),
        })),
        bad_rows: inputs.badCount,
      };
    },
    data: async (question) => listData(dataQuestion.parse(question)),
  };
}
