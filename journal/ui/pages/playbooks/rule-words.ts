// A rule in words, where it has no text of its own.

interface Rule {
  readonly text: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

export function describeRule(rule: Rule): string {
  if (rule.text !== '') return rule.text;
  const value = (name: string): string => {
    const given = rule[name];
    return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  };
  switch (rule.kind) {
    case 'expression':
      return `${value('expression')} before the entry`;
    case 'time_of_day':
      return `Opened from ${value('from')} to ${value('to')}`;
    case 'trade_of_day':
      return `Among the first ${value('max')} of the day`;
    case 'max_risk_r':
      return `Risk at most ${value('max')} times the usual`;
    case 'stop_within':
      return `A stop within ${value('minutes')} minutes`;
    case 'stop_not_widened':
      return 'The stop is never moved away';
    case 'min_rr':
      return `Reward at least ${value('min')} times the risk`;
    case 'max_holding':
      return `Held at most ${value('minutes')} minutes`;
    case 'after_loss_wait':
      return `${value('minutes')} minutes after a loss`;
    case 'risk_rules':
      return 'Within the limits of the account';
    default:
      return value('id');
  }
}
