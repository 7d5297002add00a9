import { reporting } from '../../progress.ts';
import type { ToolCall } from '../../tool.ts';

/** Runs a policy. The service continues a run without its caller, so a caller that gives up stops the run. */
export async function running<T>(
  message: string,
  policy_id: string,
  { api, context }: ToolCall,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await reporting(message, context, run);
  } catch (error) {
    if (context.signal.aborted) {
      const [latest] = await api.scheduling.policyRuns({ params: { policy_id }, query: { limit: 1 } });
      if (latest) await api.scheduling.cancelRun({ params: { run_id: latest.run_id } });
    }
    throw error;
  }
}
