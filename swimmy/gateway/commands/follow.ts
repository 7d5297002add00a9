import type { SweepProgress } from '../../sweep/progress.ts';
import type { OpenGateway } from '../gateway.ts';
import { resultAnswer, type ResultAnswer } from '../result.ts';
import type { CommandCall } from './command.ts';
import { progressBar } from './progress-bar.ts';
import { answerText } from './text.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Waits for a request to end, with a bar on the terminal. */
export async function follow(gateway: OpenGateway, requestId: string): Promise<ResultAnswer> {
  const bar = progressBar(process.stderr, gateway.now);
  try {
    const request = await gateway.requests.wait(
      requestId,
      DAY_MS,
      new AbortController().signal,
      ({ share, stage, sweep }) => bar.show(share, sweep === undefined ? stage : `${stage}, ${sweepText(sweep)}`),
    );
    return resultAnswer(request, undefined, gateway.now());
  } finally {
    bar.clear();
  }
}

function sweepText({ runs, rate, workers, eta_seconds }: SweepProgress): string {
  const speed = rate === null ? '' : `, ${Math.round(rate)} a second by ${workers} workers`;
  return `${runs.done} of ${runs.total} runs${speed}${eta_seconds === null ? '' : `, ${eta_seconds} s left`}`;
}

/** A request that ended without a result exits with a failure, for scripts that run the command. */
export function show(answer: ResultAnswer, { print }: CommandCall): void {
  if (answer.result === null) process.exitCode = 1;
  print(answer, answerText(answer));
}
