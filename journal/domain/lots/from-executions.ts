// Executions -> tax lots: every purchase opens a lot, every sale closes lots by the chosen method, fees go into basis and
// proceeds, splits and symbol changes follow the lots, and an exercised option's premium moves into the shares.

import { type AccountKind, type LotMethod, lotMethods } from '@zorivest/vocabulary';
import { type Day, yearOf } from '../calendar/day.ts';
import { type HoldingInput, Holdings, type PositionEvent, readEvents } from '../events/index.ts';
import { type Execution, type Fill, readExecutions } from '../executions/index.ts';
import type { Places } from '../ledger/index.ts';
import { isOptionClass } from '../instruments/index.ts';
import {
  atRate,
  expandAmount,
  expandQuantity,
  type Problem,
  Problems,
  roundQuantity,
  valueInCents,
} from '../money/index.ts';
import { TAX_DISCLAIMER } from './disclaimer.ts';
import { Effects, type LotEffect, type LotState } from './effect.ts';
import { TaxHolding, type TaxRun } from './holding.ts';
import type { Lot } from './lot.ts';
import { Premiums } from './premium.ts';
import type { TreatmentSettings } from './treatment.ts';

export interface TaxLotOptions extends TreatmentSettings {
  /** Default: fifo. */
  readonly method?: LotMethod;
  /** For sales of a year (`2025`), where it was another than `method`: a return once filed stays as it was booked. */
  readonly methods_by_year?: Readonly<Record<string, LotMethod>>;
  /** With `specific_id`: for a sale's exec_id, the exec_ids of the purchases to take, in order. */
  readonly chosen_lots?: Readonly<Record<string, readonly string[]>>;
  /** Accounts that are not plain taxable ones. */
  readonly accounts?: Readonly<Record<string, AccountKind>>;
  /** What changed positions without a trade. */
  readonly events?: readonly PositionEvent[];
  /** Whether quantities leave with eight decimals (when absent), or with all they have. */
  readonly places?: Places;
}

export interface TaxLots {
  /** Closed and open; the parts of a partly sold lot share its id. */
  readonly lots: Lot[];
  /** What each event did to which lots, by its id. */
  readonly effects: ReadonlyMap<string, readonly LotEffect[]>;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

export function taxLots(executions: readonly Execution[], asked?: TaxLotOptions | null): TaxLots {
  const options = asked ?? {};
  const problems = new Problems();
  const methodFor = methodsOf(options, problems);
  const events = options.events ?? [];
  const read = readExecutions(executions, problems);
  const { steps, deliveries } = readEvents(events, problems, read);
  const fills = deliveries.length === 0 ? read : [...read, ...deliveries];
  const premiums = new Premiums(events, fills, problems);
  const effects = new Effects();
  const lots: Lot[] = [];
  const run: TaxRun = { methodFor, options, premiums, effects, lots, problems };
  const { contracts, others } = apart(fills);
  const optionNames = new Set(contracts.map(({ instrument }) => instrument));
  // Options first: what an exercised one cost must be known when its shares are booked.
  for (const [own, wantOptions] of [[contracts, true] as const, [others, false] as const]) {
    const concerned = steps.filter(({ instrument }) => optionNames.has(instrument) === wantOptions);
    const make = (input: HoldingInput) => new TaxHolding(input, run);
    new Holdings(own, concerned, { feeDecimals: 0, make }).run((holding) => holding.finish());
  }
  for (const { id } of events.filter((event) => event?.kind === 'reward')) {
    const came = deliveries.find((fill) => fill.id === id);
    if (came !== undefined) effects.add(id, 'opened', { fill: came }, { after: boughtState(came) });
  }
  return { lots, effects: effects.byEvent, disclaimer: TAX_DISCLAIMER, problems: problems.list() };
}

/** Most books hold no option: then the list is taken as it is, without a copy. */
function apart(fills: readonly Fill[]): { readonly contracts: readonly Fill[]; readonly others: readonly Fill[] } {
  if (!fills.some(isOption)) return { contracts: [], others: fills };
  const [contracts, others]: [Fill[], Fill[]] = [[], []];
  for (const fill of fills) (isOption(fill) ? contracts : others).push(fill);
  return { contracts, others };
}

/** The method for a sale on a day. */
type MethodFor = (day: Day) => LotMethod;

function methodsOf(options: TaxLotOptions, problems: Problems): MethodFor {
  const checkMethod = (method: LotMethod): LotMethod => {
    if (lotMethods.includes(method)) return method;
    problems.add('unknown_method', `Unknown lot method, fifo is used: use ${lotMethods.join(', ')}.`);
    return 'fifo';
  };
  const usual = checkMethod(options.method ?? 'fifo');
  const years = new Map(
    Object.entries(options.methods_by_year ?? {}).map(([year, method]) => [Number(year), checkMethod(method)]),
  );
  // It is rarely changed: then no sale's year need be known.
  if ([...years.values()].every((method) => method === usual)) return () => usual;
  return (day) => years.get(yearOf(day)) ?? usual;
}

/** How many came, and what they were worth. */
function boughtState({ quantity, price, rate }: Fill): LotState {
  const [count, each] = [expandQuantity(quantity), expandAmount(atRate(price, rate))];
  return { quantity: roundQuantity(count), cost: valueInCents(count, each) };
}

function isOption({ facts }: Fill): boolean {
  return isOptionClass(facts.asset_class);
}
