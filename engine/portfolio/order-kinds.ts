// The kinds of orders: which prices each needs and when a bar fills it. The request's enum, the check of its prices, the
// catalogue and the page about expressions are derived from this table, so a kind is added here and nowhere else.

/** The prices an order may carry. */
export interface OrderPrices {
  readonly limit?: number | undefined;
  readonly stop?: number | undefined;
}

/** What a bar of the order's symbol offers a waiting order. */
export interface BarOffer {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** 1 for a purchase, -1 for a sale. */
  readonly way: 1 | -1;
  /** Where a bar reaches two prices in an unknown sequence, the better one fills. */
  readonly isOptimistic: boolean;
}

export interface OrderFill {
  readonly price: number;
  readonly reason: 'order' | 'limit' | 'stop';
  /** Filled at the open, before anything inside the bar. */
  readonly isAtOpen: boolean;
}

interface OrderRule {
  readonly about: string;
  readonly needs: readonly (keyof OrderPrices)[];
  /** `triggered`: from the next bar on the order waits as `thenAs`. */
  readonly fill: (order: OrderPrices, bar: BarOffer) => OrderFill | 'triggered' | undefined;
  /** The kind as which a triggered order waits. */
  readonly thenAs?: 'limit';
}

const reaches = ({ way, high, low }: BarOffer, level: number) => (way > 0 ? low <= level : high >= level);
const passes = ({ way, high, low }: BarOffer, level: number) => (way > 0 ? high >= level : low <= level);

function fillAtLimit({ limit = Number.NaN }: OrderPrices, bar: BarOffer): OrderFill | undefined {
  if (bar.way * (bar.open - limit) <= 0) return { price: bar.open, reason: 'limit', isAtOpen: true };
  return reaches(bar, limit) ? { price: limit, reason: 'limit', isAtOpen: false } : undefined;
}

/** A gap beyond the stop fills at the open. */
function fillAtStop({ stop = Number.NaN }: OrderPrices, bar: BarOffer): OrderFill | undefined {
  if (!passes(bar, stop)) return undefined;
  const isAtOpen = bar.way * (bar.open - stop) >= 0;
  return { price: isAtOpen ? bar.open : stop, reason: 'stop', isAtOpen };
}

const RULES = {
  market: {
    about: 'fills at the open of the next bar',
    needs: [],
    fill: (_, { open }) => ({ price: open, reason: 'order', isAtOpen: true }),
  },
  limit: {
    about: 'fills at `limit` or better, at the open after a gap',
    needs: ['limit'],
    fill: fillAtLimit,
  },
  stop: {
    about: 'fills at `stop` when the price passes it, at the open after a gap',
    needs: ['stop'],
    fill: fillAtStop,
  },
  'stop-limit': {
    about:
      'becomes a limit order at `limit` when the price passes `stop`; after a gap beyond `limit` it waits for it from the next bar on',
    needs: ['stop', 'limit'],
    // Whether the price came back to the limit after the trigger, a bar does not show.
    fill: (order, bar) => {
      const trigger = fillAtStop(order, bar);
      if (trigger === undefined) return undefined;
      const { limit = Number.NaN } = order;
      if (bar.way * (trigger.price - limit) <= 0) return trigger;
      return bar.isOptimistic && reaches(bar, limit) ? { price: limit, reason: 'limit', isAtOpen: false } : 'triggered';
    },
    thenAs: 'limit',
  },
} as const satisfies Record<string, OrderRule>;

export type OrderKind = keyof typeof RULES;

export const ORDER_RULES: Readonly<Record<OrderKind, OrderRule>> = RULES;

/** At least one, as an enum of zod wants it. */
export const ORDER_KINDS = Object.keys(RULES) as [OrderKind, ...OrderKind[]]; // The keys of a literal are its type's.

/** Why an order of this kind cannot be placed; undefined where it can. */
export function orderPriceFault(kind: OrderKind, order: OrderPrices): string | undefined {
  const missing = ORDER_RULES[kind].needs.find((price) => !(Number(order[price]) > 0));
  return missing === undefined ? undefined : `a ${kind} order needs its ${missing}`;
}
