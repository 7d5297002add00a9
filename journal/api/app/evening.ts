// What waits for the person this evening: every count is read off the answer of its own endpoint, so that a page that shows
// the same says the same.
import {
  type AnyEndpoint,
  type ClientOutput,
  contract,
  distanceInRisk,
  type HandlerOutput,
  isNearEntry,
} from '@zorivest/contract';
import { type FrontCall, today } from '@zorivest/store';
import type { AskOther } from './ask-other.ts';

const DAY_MS = 86_400_000;
/** What is older was left without a review on purpose. */
const REVIEWED_WITHIN_DAYS = 7;
const MOST_OPEN = 200;
const RECENT_IMPORTS = 20;

type Evening = HandlerOutput<typeof contract.app.evening>;

export async function evening(askOther: AskOther, call: FrontCall): Promise<Evening> {
  // What a caller leaves out is filled in as it would be for one who asks over the wire.
  const ask = async <E extends AnyEndpoint>(endpoint: E, query: object): Promise<ClientOutput<E>> =>
    (await askOther(endpoint, endpoint.query?.parse(query) as object, call)) as ClientOutput<E>;
  // An evening in New York is the next day in UTC already: the days are those of the person, as every other figure has them.
  const day = today(call.now(), (await ask(contract.settings.list, {}))['display.time_zone']);
  const from = today(new Date(Date.parse(day) - REVIEWED_WITHIN_DAYS * DAY_MS));
  const tax_year = Number(day.slice(0, 4));
  const unreviewed = await ask(contract.roundTrips.list, { from, status: 'closed', slice: 'review:none', limit: 1 });
  const plans = await ask(contract.plans.list, { limit: MOST_OPEN });
  const open = plans.items.filter(({ status }) => status === 'draft' || status === 'active');
  const instruments = [...new Set(open.map(({ ticker }) => ticker))].toSorted();
  const prices =
    instruments.length === 0 ? [] : (await ask(contract.worth.prices, { instrument: instruments.join(',') })).items;
  const priceOf = new Map(prices.map((priced) => [priced.instrument, priced]));
  const events = await ask(contract.positionEvents.list, { limit: MOST_OPEN });
  const accounts = await ask(contract.accounts.list, {});
  const audit = await ask(contract.tax.audit, { tax_year });
  const imports = await ask(contract.imports.list, { limit: RECENT_IMPORTS });
  return {
    to_review: { from, count: unreviewed.total },
    active_plans: open.filter(({ status }) => status === 'active').length,
    plans: open
      .flatMap((plan) => {
        const { id, ticker, direction, status } = plan;
        const known = priceOf.get(ticker);
        if (known === undefined) return [];
        const { price, date: price_date } = known;
        const distance_r = distanceInRisk(plan, price);
        return [{ id, ticker, direction, status, price, price_date, distance_r, is_near: isNearEntry(plan, price) }];
      })
      .toSorted((a, b) => sizeOf(a.distance_r) - sizeOf(b.distance_r)),
    questions: events.items.filter(({ needs }) => needs.length > 0).length,
    differences: accounts.reduce((sum, { differences }) => sum + differences, 0),
    wrong_figures: { tax_year, count: audit.severity_summary.error },
    unreadable: imports.items.flatMap(({ run_id, file_name, source, invalid, undone_at }) =>
      invalid === 0 || undone_at !== null ? [] : [{ run_id, name: file_name ?? source, rows: invalid }],
    ),
  };
}

/** One that risks nothing is nowhere near. */
const sizeOf = (distance: number | null): number => (distance === null ? Infinity : Math.abs(distance));
