import { InputRequired, type Caller } from '../call/context.ts';
import { errorOutcome, type BeginningCall, type Recorder } from '../call/recorder.ts';
import type { CallOutcome } from '../call/recording.ts';

/** Runs a call and reports its outcome to the recorder, if there is one. */
export async function recordCall<T>(
  recorder: Recorder | undefined,
  call: Omit<BeginningCall, 'session'>,
  caller: Caller,
  run: (caller: Caller) => Promise<readonly [T, CallOutcome, () => number]>,
): Promise<T> {
  if (!recorder) return (await run(caller))[0];
  const recording = recorder.begin({ ...call, session: caller.session });
  try {
    const [result, outcome, bytes] = await run({ ...caller, recording });
    recording.end(outcome, bytes());
    return result;
  } catch (error) {
    if (error instanceof InputRequired) recording.drop();
    else recording.end(caller.signal.aborted ? 'cancelled' : errorOutcome(error), 0);
    throw error;
  }
}
