// The methods, one file each: served as MCP tools by name and as direct JSON-RPC methods with a dot.
import type { AnyTool, CallContext, Toolset } from '@zorivest/kernel';
import { backtestCancel } from './tools/backtest-cancel.ts';
import { backtestCatalogue } from './tools/backtest-catalogue.ts';
import { backtestList } from './tools/backtest-list.ts';
import { backtestResult } from './tools/backtest-result.ts';
import { backtestStatus } from './tools/backtest-status.ts';
import { backtestSubmit } from './tools/backtest-submit.ts';
import { backtestValidate } from './tools/backtest-validate.ts';
import { dataList } from './tools/data-list.ts';
import { DIRECT, type Gateway } from './tools/define.ts';
import { healthPing } from './tools/health-ping.ts';
import { systemMetrics } from './tools/system-metrics.ts';
import { systemStatus } from './tools/system-status.ts';
import { tradeSubmit } from './tools/trade-submit.ts';

export const TOOLSETS: readonly Toolset[] = [
  {
    name: 'backtest',
    description: 'Submit backtests and follow them to their results',
    gist: 'backtests',
    byDefault: true,
  },
  {
    name: 'system',
    description: 'Health, status and metrics of the strategy engine',
    gist: 'engine health',
    byDefault: true,
  },
];

export const TOOLS = [
  healthPing,
  systemStatus,
  systemMetrics,
  backtestCatalogue,
  dataList,
  backtestValidate,
  backtestSubmit,
  backtestStatus,
  backtestResult,
  backtestCancel,
  backtestList,
  tradeSubmit,
];

/** The tools, each call reported when it ends. Direct calls are reported by their dialect, which knows more of them. */
export function gatewayTools(
  report: (call: { name: string; id: string; ms: number; error: unknown }) => void,
): AnyTool[] {
  return TOOLS.map((each: AnyTool) => ({
    ...each,
    handler: async (input: unknown, context: CallContext<Gateway>): Promise<unknown> => {
      if (context.session.principal.id === DIRECT) return each.handler(input, context) as unknown;
      const started = performance.now();
      const end = (error: unknown) =>
        report({ name: each.name, id: context.correlationId, ms: performance.now() - started, error });
      try {
        const answer: unknown = await each.handler(input, context);
        end(undefined);
        return answer;
      } catch (error) {
        end(error);
        throw error;
      }
    },
  }));
}
