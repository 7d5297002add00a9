// The odds of a risk account, by its own days.
import type { contract, HandlerInput, HandlerOutput } from '@zorivest/contract';
import { DAY_MS, dayText, ownDays, passOdds } from '@zorivest/domain';
import { type RiskAccount, rulesOn } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import { judgeAccount } from './status.ts';

type OddsRequest = NonNullable<HandlerInput<typeof contract.riskAccounts.odds>['body']>;
type Answer = HandlerOutput<typeof contract.riskAccounts.odds>;

/** With fewer own days the interval is as wide as there is. */
const FEWEST_DAYS = 20;
const LONGEST = 250;

const CONVENTION =
  'Whole days of the account are drawn again with their highs, lows and results, in runs of days (stationary bootstrap), for up to ' +
  `${LONGEST} days a path, and each path is checked against the rules of today. The interval also draws the own days again; size and ` +
  'behaviour stay what they were, and nothing else about the future is simulated.';

export async function riskOdds(
  call: Call,
  market: MarketService,
  account: RiskAccount,
  { seed = 1 }: Partial<OddsRequest>,
): Promise<Answer> {
  const { judged, today } = await judgeAccount(call, market, account);
  const days = ownDays(judged.days);
  const rules = rulesOn(account, dayText(today * DAY_MS));
  const key = `odds ${JSON.stringify([account.start, rules, seed, days])}`;
  if (days.length < FEWEST_DAYS)
    return {
      id: account.id,
      own_days: days.length,
      enough: false,
      pass: null,
      ruin: null,
      undecided: null,
      pass_interval: null,
      ruin_interval: null,
      pass_of_draws: null,
      ruin_of_draws: null,
      median_days_to_pass: null,
      paths: 0,
      block: 0,
      seed,
      convention: `${CONVENTION} There are ${days.length} own days; from ${FEWEST_DAYS} on there are odds.`,
    };
  const odds = await call.results.of(key, () =>
    passOdds(days, { start: account.start, rules, seed, longest: LONGEST }),
  );
  return {
    id: account.id,
    enough: true,
    ...odds,
    pass_interval: [...odds.pass_interval],
    ruin_interval: [...odds.ruin_interval],
    pass_of_draws: [...odds.pass_of_draws],
    ruin_of_draws: [...odds.ruin_of_draws],
    convention: CONVENTION,
  };
}
