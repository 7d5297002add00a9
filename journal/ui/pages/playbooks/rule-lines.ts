// Rules as lines of text: a kind and what it takes. What cannot be read is sent as it is, and the service says what is wrong.

export interface Rule {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** The fields of each kind, in the order they are written. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  time_of_day: ['from', 'to'],
  trade_of_day: ['max'],
  max_risk_r: ['max'],
  stop_within: ['minutes'],
  stop_not_widened: [],
  min_rr: ['min'],
  max_holding: ['minutes'],
  after_loss_wait: ['minutes'],
  risk_rules: [],
};

export function describeRules(rules: readonly Rule[]): string {
  return rules.map(lineOf).join('\n');
}

function lineOf(rule: Rule): string {
  if (rule.kind === 'expression') return `expression ${String(rule['expression'])}`;
  if (rule.kind === 'manual') return `manual ${rule.text}`;
  return [rule.kind, ...(FIELDS[rule.kind] ?? []).map((field) => String(rule[field]))].join(' ');
}

/** A line that has not changed keeps its id, and with it what was ticked. */
export function readRules(text: string, before: readonly Rule[] = []): object[] {
  const known = new Map(before.map((rule) => [lineOf(rule), rule]));
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => known.get(line) ?? readRule(line));
}

function readRule(line: string): object {
  const [kind = '', ...rest] = line.split(/\s+/);
  const words = line.slice(kind.length).trim();
  if (kind === 'expression') return { kind, expression: words };
  if (kind === 'manual') return { kind, text: words };
  const fields = (FIELDS[kind] ?? []).map((field, i) => {
    const word = rest[i] ?? '';
    return [field, word.includes(':') || word === '' ? word : Number(word)];
  });
  return { kind, ...Object.fromEntries(fields) };
}
