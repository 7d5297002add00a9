// What a week asks of its trader: from its own figures, and without amounts, so that it can stand in a diary and be shown.
import { dayInWords, mistakeName } from '@zorivest/vocabulary';

interface TradeFacts {
  /** As a person would say it. */
  readonly name: string;
  readonly pnl: number;
  readonly r: number | null;
}

export interface WeekFacts {
  readonly trades: number;
  readonly tradesBefore: number;
  readonly worst: TradeFacts | null;
  readonly best: TradeFacts | null;
  readonly brokenRules: readonly {
    readonly playbook: string;
    readonly rule: string;
    readonly broken: number;
    readonly known: number;
  }[];
  readonly mistakes: readonly { readonly category: string; readonly count: number; readonly cost: number }[];
  readonly limits: readonly { readonly account: string; readonly rule: string; readonly day: string }[];
  readonly unplanned: number;
}

const NEXT = 'What is the one thing you will do differently next week, and how will you see that you did?';
const OFTEN = 1.5;

/** Three: two about what stands out most in the week, and the one that every week ends with. */
export function weekQuestions(facts: WeekFacts): [string, string, string] {
  if (facts.trades === 0)
    return [
      'You closed no trade. Which setups did you see and leave, and why?',
      'What made you stay out: the market, your rules, or something else?',
      NEXT,
    ];
  const [first, second] = [...standOut(facts), 'Which trade would you take again just as it was, and why that one?'];
  return [first ?? NEXT, second ?? 'Which of your trades was the best decision, whatever it brought?', NEXT];
}

/** The gravest first. */
function* standOut({
  trades,
  tradesBefore,
  worst,
  best,
  brokenRules,
  mistakes,
  limits,
  unplanned,
}: WeekFacts): Generator<string> {
  const [limit] = limits;
  if (limit !== undefined)
    yield `The ${limit.rule} limit of ${limit.account} was broken on ${dayInWords(limit.day)}. What will you do when half of it is used?`;
  const rule = largest(brokenRules, ({ broken }) => broken);
  if (rule !== null && rule.broken > 0)
    yield `“${rule.rule}” of ${rule.playbook} was broken ${times(rule.broken)} in ${rule.known === 1 ? 'one trade' : `${rule.known} trades`}. What came before ${rule.broken === 1 ? 'it' : 'each of them'}?`;
  const mistake = largest(mistakes, ({ cost, count }) => cost + count / 1e6);
  if (mistake !== null)
    yield `You noted “${mistakeName(mistake.category)}” ${times(mistake.count)}. What would have stopped you at that moment?`;
  if (worst !== null && worst.pnl < 0)
    yield `The worst trade was ${worst.name}${inR(worst.r)}. Was it a good trade that lost, or one you should not have taken?`;
  if (tradesBefore > 0 && trades >= OFTEN * tradesBefore && trades - tradesBefore >= 3)
    yield `You closed ${trades} trades after ${tradesBefore} the week before. Was that the market, or you?`;
  if (unplanned > 0)
    yield `${unplanned} of ${trades} trades had no plan. Which of them would you have planned the same way?`;
  if (best !== null && best.pnl > 0)
    yield `The best trade was ${best.name}${inR(best.r)}. What of it can you repeat, and what was luck?`;
}

function largest<T>(some: readonly T[], sizeOf: (one: T) => number): T | null {
  return some.reduce<T | null>((most, one) => (most === null || sizeOf(one) > sizeOf(most) ? one : most), null);
}

const inR = (r: number | null): string => (r === null ? '' : ` (${r.toFixed(1)} R)`);

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
