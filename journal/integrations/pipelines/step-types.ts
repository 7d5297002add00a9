import type { StepType } from './step.ts';
import { composeStep } from './steps/compose.ts';
import { fetchStep } from './steps/fetch.ts';
import { marketDataStoreStep } from './steps/market-data-store.ts';
import { queryStep } from './steps/query.ts';
import { renderStep } from './steps/render.ts';
import { sendStep } from './steps/send.ts';
import { storeReportStep } from './steps/store-report.ts';
import { transformStep } from './steps/transform.ts';
import { weekReportStep } from './steps/week-report.ts';

/** Every kind of step there is. Adding one is its file and its line here. */
export const stepTypes: ReadonlyMap<string, StepType> = new Map(
  (
    [
      fetchStep,
      transformStep,
      queryStep,
      composeStep,
      storeReportStep,
      renderStep,
      sendStep,
      marketDataStoreStep,
      weekReportStep,
    ] as unknown as StepType[]
  ).map((step) => [step.type, step]),
);
