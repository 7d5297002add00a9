// What a form of limits says, as the service takes it. What is left empty is no rule.
import type { FormValues } from '../../parts/form-values.ts';

export function riskBody(values: FormValues): Record<string, unknown> {
  const { account_id, day_limit, day_from, drawdown_limit, drawdown_kind, lock_at, time, zone, ...rest } = values;
  return {
    ...rest,
    account_ids: [account_id],
    ...(day_limit !== undefined && { daily_loss: { limit: day_limit, from: day_from } }),
    ...(drawdown_limit !== undefined && {
      drawdown: { limit: drawdown_limit, kind: drawdown_kind, lock_at: lock_at ?? null },
    }),
    ...(time !== undefined && { day_ends: { time, zone: zone ?? 'America/New_York' } }),
  };
}
