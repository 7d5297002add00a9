// The page about expressions, written from the registries it describes: an indicator that is added is documented.
import { INDICATORS } from '../indicators/registry.ts';
import { shapeOf } from '../language/calls.ts';
import { TIME_NAMES } from '../language/clock.ts';
import { FUNCTIONS, PRICES } from '../language/functions.ts';
import { ORDER_RULES } from '../portfolio/order-kinds.ts';

const code = (text: string) => `\`${text}\``;

/** A table as the formatter writes it: columns as wide as their widest cell. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

const nameRows = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(([name, about]) => [code(name), about]);

const FIELDS = [
  ['`entry_long`, `entry_short`', 'a condition: enter where it holds; with either, `indicator_type` decides no entry'],
  ['`exit_long`, `exit_short`', 'a condition: leave where it holds'],
  ['`filter`', 'a condition: entries only where it holds'],
  ['`stop`, `target`', 'a distance in price units from the fill, measured at the bar that decided; 0 = none'],
  ['`trailing_stop`', 'a distance below the best price since the entry (above it for a short)'],
  ['`break_even`', 'a distance of profit from which the stop moves to the entry price'],
  ['`time_stop`', 'a whole number of bars after which a position is closed'],
  ['`params`', 'names of numbers; `mode.sweep` varies them, `mode.sweep.where` leaves out combinations'],
];

export function expressionsPage(): string {
  return `# Strategies as expressions

<!-- Written from swimmy's registries by npm run docs; do not edit. -->

An expression is one formula over bars. It is parsed and checked before anything is sent, and every fault is reported with
its field and column (\`data.errors[]{path, message, column}\`, counted from 1). Nothing is ever run as code.

\`\`\`json
{
  "strategy": {
    "name": "trend by day",
    "volume": 1,
    "entry_long": "cross_up(ema(close, fast), ema(close, slow)) and atr(14) / close > 0.001 and hour in 8..16",
    "exit_long": "cross_down(ema(close, fast), ema(close, slow))",
    "stop": "2 * atr(14)",
    "trailing_stop": "3 * atr(14)",
    "params": { "fast": 12, "slow": 26 }
  },
  "candles_file": "data/historical/USDJPY_M1.csv",
  "timeframe": 15,
  "mode": {
    "sweep": { "fast": [8, 12, 16], "slow": { "from": 20, "to": 60, "step": 10 }, "where": "fast * 2 <= slow" }
  }
}
\`\`\`

## Where they stand

${table(['field of `strategy`', 'is'], FIELDS)}

An entry is not taken while a distance it asks for is unknown. With written entries \`sma_short\`, \`sma_long\`, \`sl\` and
\`tp\` may be left out.

## What they are made of

- Numbers: \`1\`, \`0.5\`, \`1e-4\`; \`+ - * / %\` and parentheses. A division by zero gives no number.
- Conditions: \`< <= > >= == !=\`, \`and\`, \`or\`, \`not\`, \`x in 8..16\` (both ends belong to it), \`true\`, \`false\`. Numbers
  closer than a trillionth of their size are equal, so that rounding decides no cross.
- \`x[1]\` is any expression one bar ago. Bars ago cannot be negative.
- While too few bars are there a value is unknown; so is every comparison with it, also behind \`not\`, and nothing is
  decided on it.
- A function's first argument is a series and may be left out: \`rsi(14)\` is \`rsi(close, 14)\`. Periods are numbers or
  parameters, never series. The deciding bar belongs to every window.
- An indicator with several outputs gives the first; the others are named: \`bb(20, 2).upper\`.
- \`tf(60, …)\` evaluates on bars of 60 minutes and sees only those complete at the deciding close; \`tf(1440, …)\` on days
  from midnight to midnight of \`mode.time_zone\`, \`tf(10080, …)\` on weeks that begin on Monday; results then carry the
  look-ahead self-test (\`details.lookahead.ok\`) unasked.

## Orders of a portfolio

Each entry of \`orders\` has a \`date\`, a \`symbol\` and a \`size\` or \`money\`. Without a \`type\` it fills at the close of its own
bar. With one it waits from the next bar of its symbol, for as long as \`time_in_force\` says: \`gtc\`, \`day\` or \`{until}\`.

${table(
  ['`type`', 'needs', 'rule'],
  Object.entries(ORDER_RULES).map(([kind, { about, needs }]) => [code(kind), needs.map(code).join(' '), about]),
)}

## Names

${table(['name', 'is'], [...nameRows(PRICES), ...nameRows(TIME_NAMES)])}

Times are the beginnings of bars, in UTC or \`mode.time_zone\`.

## Functions

${table(
  ['function', 'is'],
  Object.values(FUNCTIONS).map(({ shape, about }) => [code(shape), about]),
)}

## Indicators

${table(
  ['function', 'is', 'outputs', '`indicator_type`'],
  INDICATORS.map(({ name, realistic, compatible }) => [
    code(shapeOf(name, realistic)),
    realistic.about,
    realistic.outputs.length === 1 ? '' : realistic.outputs.map((output) => code(`.${output}`)).join(' '),
    realistic.signals === undefined ? '' : compatible === undefined ? 'with `mode`' : 'yes',
  ]),
)}
`;
}
