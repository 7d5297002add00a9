// The rules of a setup that a machine can check, applied to one trade. What cannot be known is unknown, never followed.

export type MachineRule =
  | { readonly kind: 'expression'; readonly expression: string; readonly interval?: '1m' | '5m' | '1d' | undefined }
  | { readonly kind: 'time_of_day'; readonly from: string; readonly to: string }
  | { readonly kind: 'trade_of_day'; readonly max: number }
  | { readonly kind: 'max_risk_r'; readonly max: number }
  | { readonly kind: 'stop_within'; readonly minutes: number }
  | { readonly kind: 'stop_not_widened' }
  | { readonly kind: 'min_rr'; readonly min: number }
  | { readonly kind: 'max_holding'; readonly minutes: number }
  | { readonly kind: 'after_loss_wait'; readonly minutes: number }
  | { readonly kind: 'risk_rules' };

export type PlaybookRule = { readonly id: string; readonly text: string } & (MachineRule | { readonly kind: 'manual' });

export type Verdict = 'followed' | 'broken' | 'unknown';

/** What the rules read of a trade. Times are milliseconds since 1970. */
export interface RuledTrade {
  readonly side: 1 | -1;
  readonly opened: number;
  /** Null where only the day is known. */
  readonly clock: string | null;
  /** Null while it is open. */
  readonly closed: number | null;
  readonly now: number;
  readonly entry: number;
  /** Its place among the trades opened on its day, from 1. */
  readonly ofDay: number;
  /** Its risk in units of the usual one; null where it is not known. */
  readonly riskR: number | null;
  /** The stops of its plan with their targets, in order of time; none where there is no plan. */
  readonly levels: readonly { readonly at: number; readonly stop: number; readonly target: number }[];
  /** Since the last trade before it that was closed with a loss; null where there was none. */
  readonly sinceLoss: number | null;
  /** Whether it broke a limit of a risk account, or was opened after one; null where no limit holds for it. */
  readonly brokeLimit: boolean | null;
  /** What the expression says of the bars before the entry; null where it says nothing, or there are none. */
  readonly expression: (rule: Extract<MachineRule, { kind: 'expression' }>) => boolean | null;
  /** What was ticked by hand. */
  readonly ticked: (ruleId: string) => boolean | null;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

export function checkRule(rule: PlaybookRule, trade: RuledTrade): Verdict {
  // A person's word stands over the machine's.
  const ticked = trade.ticked(rule.id);
  return verdictOf(ticked ?? isFollowed(rule, trade));
}

function verdictOf(isMet: boolean | null): Verdict {
  return isMet === null ? 'unknown' : isMet ? 'followed' : 'broken';
}

function isFollowed(rule: PlaybookRule, trade: RuledTrade): boolean | null {
  switch (rule.kind) {
    case 'manual':
      return null;
    case 'expression':
      return trade.expression(rule);
    case 'time_of_day':
      return trade.clock === null ? null : isBetween(trade.clock.slice(0, 5), rule.from, rule.to);
    case 'trade_of_day':
      return trade.ofDay <= rule.max;
    case 'max_risk_r':
      return trade.riskR === null ? null : trade.riskR <= rule.max + 1e-9;
    case 'stop_within': {
      const first = trade.levels[0];
      return first === undefined ? null : first.at <= trade.opened + rule.minutes * MINUTE;
    }
    case 'stop_not_widened':
      return neverWidened(trade);
    case 'min_rr': {
      const ratio = rewardToRisk(trade);
      return ratio === null ? null : ratio >= rule.min - 1e-9;
    }
    case 'max_holding':
      return heldAtMost(trade, rule.minutes * MINUTE);
    case 'after_loss_wait':
      if (trade.sinceLoss === null || trade.sinceLoss >= rule.minutes * MINUTE) return true;
      // Of a day alone it is unknown what came first.
      return trade.clock === null ? null : false;
    default: // the account's risk rules
      return trade.brokeLimit === null ? null : !trade.brokeLimit;
  }
}

/** Both inclusive; over midnight where it ends before it begins. */
function isBetween(clock: string, from: string, to: string): boolean {
  return from <= to ? clock >= from && clock <= to : clock >= from || clock <= to;
}

/** While it was open no stop was farther from the entry than the one before. */
function neverWidened({ levels, opened, closed, side }: RuledTrade): boolean | null {
  if (levels.length === 0) return null;
  let held = (levels.findLast(({ at }) => at <= opened) ?? levels[0])?.stop ?? 0;
  for (const { at, stop } of levels) {
    if (at <= opened || (closed !== null && at > closed)) continue;
    if (side * (stop - held) < -1e-9) return false;
    held = stop;
  }
  return true;
}

function rewardToRisk({ levels, opened, entry, side }: RuledTrade): number | null {
  const level = levels.findLast(({ at }) => at <= opened) ?? levels[0];
  if (level === undefined) return null;
  const [reward, risk] = [side * (level.target - entry), side * (entry - level.stop)];
  return risk <= 0 ? null : reward / risk;
}

function heldAtMost({ opened, closed, now, clock }: RuledTrade, most: number): boolean | null {
  if (clock === null && (closed ?? now) - opened <= most + DAY) return null;
  if (closed !== null) return closed - opened <= most;
  return now - opened > most ? false : null;
}
