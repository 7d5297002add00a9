// A risk account's row, described once; its rules are rows of their own, each set from a day on.
import type { DayEnds, RiskRules } from '@zorivest/domain';
import { decimal, flag, json, optional, type RowOf, Shape, stamp, text } from '@zorivest/store';

export const riskAccountColumns = new Shape({
  name: text,
  account_ids: json<string[]>(),
  start: decimal,
  from_day: text,
  day_ends: json<DayEnds>(),
  fees_count: flag,
  warn_at: json<number[]>(),
  warn_emails: json<string[]>(),
  warn_webhooks: json<string[]>(),
  refuse_plans: flag,
  payouts: json<{ date: string; amount: number }[]>(),
  source: text,
  seen_on: optional(text),
  created_at: stamp,
  updated_at: optional(stamp),
});

export const riskRuleColumns = new Shape({ valid_from: text, rules: json<RiskRules>() });

export type RiskAccountColumns = RowOf<typeof riskAccountColumns>;
