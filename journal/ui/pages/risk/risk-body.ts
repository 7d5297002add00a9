// What a form of limits says, as the service takes it. What is left empty is no rule.
import type { FormValues } from '../../components/form-values.ts';

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

interface CurrentLimits {
  readonly daily_loss: object | null;
  readonly drawdown: object | null;
}

/** The same for existing limits: parts of a rule that the form does not show stay, an emptied field removes the rule. */
export function changedRisk(values: FormValues, before: CurrentLimits): Record<string, unknown> {
  const { day_limit, day_from, drawdown_limit, drawdown_kind, lock_at, valid_from, ...rest } = values;
  return {
    ...rest,
    profit_target: rest.profit_target ?? null,
    max_size: rest.max_size ?? null,
    source: rest.source ?? '',
    daily_loss: day_limit === undefined ? null : { ...before.daily_loss, limit: day_limit, from: day_from },
    drawdown:
      drawdown_limit === undefined
        ? null
        : { ...before.drawdown, limit: drawdown_limit, kind: drawdown_kind, lock_at: lock_at ?? null },
    ...(valid_from !== undefined && { valid_from }),
  };
}
