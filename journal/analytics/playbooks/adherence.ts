// Which rules the trades of a playbook followed, and what goes with breaking them.
import { contract, type HandlerInput, type HandlerOutput } from '@zorivest/contract';
import {
  checkRule,
  costOfRule,
  exitsOf,
  FEWEST_RATED,
  type PlaybookRule,
  type RatedTrade,
  type RuleCost,
  type Verdict,
} from '@zorivest/domain';
import { isoWeekOf } from '@zorivest/vocabulary';
import type { Playbook } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, shownTime } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import { multiplesOf } from '../performance/multiples-of.ts';
import { roundedAnswer } from '../performance/rounding.ts';
import { type FigureFilter, basisOf, type Scope, scopeOf } from '../performance/scope.ts';
import { playbookOf } from './belonging.ts';
import { ruledTrades } from './ruled.ts';

type Query = HandlerInput<typeof contract.playbooks.adherence>['query'];
type Answer = HandlerOutput<typeof contract.playbooks.adherence>;

const CONVENTION =
  'Trades of the playbook with an exit in the period, each with what it realised there. A rule is unknown where nothing says whether it was ' +
  'followed; a tick by hand stands over the machine. cost is broken trades with a known R times (mean R broken less mean R followed), at each one’s ' +
  `own risk; shown from ${FEWEST_RATED} on both sides. interval draws whole days again in runs, 95 %, by its seed. It is what goes with breaking a ` +
  'rule, not what it caused. A usual size is the median risk of all of the playbook’s trades.';

interface JudgedTrade {
  readonly trade: Trade;
  readonly pnl: number;
  readonly r: number | null;
  readonly risk: number | null;
  readonly day: number;
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** The trades of a playbook with an exit in the period, each with its verdicts. */
async function judgedTrades(
  call: Call,
  market: MarketService,
  playbook: Playbook,
  asked: FigureFilter,
): Promise<{ scope: Scope; judged: JudgedTrade[] }> {
  const scope = await scopeOf(call, asked);
  const isOf = await playbookOf(call, scope);
  const wholes = new Map(scope.trades.map((trade) => [trade.id, trade]));
  const results = scope.results.filter((trade) => isOf(wholes.get(trade.id) ?? trade)?.id === playbook.id);
  const mine = results.map(({ id }, i) => wholes.get(id) ?? (results[i] as Trade)); // each is one of them
  const { trades: all } = await scopeOf(call, { unit: scope.unit, currency: scope.currency });
  // A usual size is the book's, whichever days are asked for: the same trade is not large in a week and small on its own page.
  const peers = all.filter((trade) => isOf(trade)?.id === playbook.id);
  const ruled = await ruledTrades(call, market, playbook, { scope, mine, peers, all });
  const multiples = await multiplesOf(call, scope);
  const judged = results.flatMap((result, i) => {
    const trade = mine[i];
    const facts = trade === undefined ? undefined : ruled.get(trade.id);
    if (trade === undefined || facts === undefined) return [];
    const last = exitsOf(result).at(-1);
    const risk = multiples.riskOf(trade);
    return [
      {
        trade,
        pnl: result.realized_pnl,
        r: multiples.inPeriod(trade),
        risk: risk === null ? null : risk.amount * trade.rate,
        day: scope.dayOf(last?.time ?? trade.opened_at, last?.time_known) ?? 0,
        verdicts: Object.fromEntries(playbook.rules.map((rule) => [rule.id, checkRule(rule, facts)])),
      },
    ];
  });
  return { scope, judged };
}

export async function adherence(
  call: Call,
  market: MarketService,
  playbook: Playbook,
  { seed, ...asked }: Query,
): Promise<Answer> {
  const { scope, judged } = await judgedTrades(call, market, playbook, asked);
  const sums = countVerdicts(judged);
  return roundedAnswer(
    contract.playbooks.adherence.response,
    {
      ...basisOf(scope, { convention: CONVENTION }),
      trade_count: judged.length,
      id: playbook.id,
      name: playbook.name,
      rules: playbook.rules.map((rule) => describeRule(rule, judged, seed, scope.currency)),
      adherence: shareOf(sums),
      all_followed: sideOf(judged.filter(({ verdicts }) => !isBroken(verdicts))),
      some_broken: sideOf(judged.filter(({ verdicts }) => isBroken(verdicts))),
      weeks: weeksOf(judged),
      trades: judged.map(({ trade, pnl, r, verdicts }) => ({
        trip_id: trade.id,
        instrument: trade.instrument,
        opened_at: shownTime(trade.opened_at),
        pnl,
        r,
        rules: { ...verdicts },
      })),
      seed,
    },
    scope.currency,
  );
}

function isBroken(verdicts: JudgedTrade['verdicts']): boolean {
  return Object.values(verdicts).includes('broken');
}

interface Counts {
  followed: number;
  broken: number;
  unknown: number;
}

function countVerdicts(judged: readonly JudgedTrade[]): Counts {
  const counts = { followed: 0, broken: 0, unknown: 0 };
  for (const { verdicts } of judged) for (const verdict of Object.values(verdicts)) counts[verdict] += 1;
  return counts;
}

function shareOf({ followed, broken }: Counts): number | null {
  return followed + broken === 0 ? null : followed / (followed + broken);
}

function describeRule(rule: PlaybookRule, judged: readonly JudgedTrade[], seed: number, currency: string) {
  const rated = judged.map(({ day, verdicts, r, risk }): RatedTrade => ({
    day,
    verdict: verdicts[rule.id] ?? 'unknown',
    r,
    risk,
  }));
  const cost = costOfRule(rated, seed);
  return {
    id: rule.id,
    text: rule.text,
    kind: rule.kind,
    ...cost,
    interval: cost.interval === null ? null : [...cost.interval],
    interval_r: cost.interval_r === null ? null : [...cost.interval_r],
    adherence: shareOf(cost),
    says: inWords(cost, currency),
  };
}

const timesOf = (n: number): string => (n === 1 ? 'once' : `${n} times`);

function inWords({ broken, cost, cost_r, interval }: RuleCost, currency: string): string {
  if (cost === null || cost_r === null || interval === null)
    return `Not enough trades to compare: each side needs at least ${FEWEST_RATED} with a known R.`;
  const [low, high] = interval;
  const isClear = low > 0 || high < 0;
  return (
    `Breaking it ${timesOf(broken)} goes with ${cost_r.toFixed(1)} R, ${cost.toFixed(2)} ${currency} at their own risk ` +
    `(95 %: ${low.toFixed(2)} to ${high.toFixed(2)})${isClear ? '' : ', which may be chance'}.`
  );
}

function sideOf(judged: readonly JudgedTrade[]) {
  const rated = judged.flatMap(({ r }) => r ?? []);
  return {
    n: judged.length,
    net_pnl: judged.reduce((sum, { pnl }) => sum + pnl, 0),
    mean_r: rated.length === 0 ? null : rated.reduce((sum, r) => sum + r, 0) / rated.length,
    rated: rated.length,
    win_rate: judged.length === 0 ? null : judged.filter(({ pnl }) => pnl > 0).length / judged.length,
  };
}

function weeksOf(judged: readonly JudgedTrade[]) {
  const weeks = Map.groupBy(judged, ({ day }) => isoWeekOf(day));
  return [...weeks]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([week, some]) => {
      const counts = countVerdicts(some);
      return { week, trades: some.length, ...counts, adherence: shareOf(counts) };
    });
}
