// What a fill costs.

export interface PortfolioCosts {
  /** Share of the traded value. */
  readonly fee_rate?: number | undefined;
  /** In basis points, in addition to fee_rate. */
  readonly fee_bps?: number | undefined;
  readonly fixed_fee?: number | undefined;
  readonly fee_per_unit?: number | undefined;
  readonly min_fee?: number | undefined;
  /** In place of fee_rate, by the money of the fill: the last tier whose `from` it reaches. */
  readonly tiers?: readonly { readonly from: number; readonly fee_rate: number }[] | undefined;
  /** Share of the price lost on each fill that is not a resting limit. */
  readonly slippage?: number | undefined;
  /** Full spread in price units, or `estimated` from daily bars (Corwin and Schultz); half is paid on each side. */
  readonly spread?: number | 'estimated' | undefined;
  /** A fill takes at most `most` of the volume of its bar, and moves the price by `impact` times the share it takes. */
  readonly volume_share?: { readonly most: number; readonly impact?: number | undefined } | undefined;
  /** Yearly, on short positions. */
  readonly borrow_rate?: number | undefined;
  /** Yearly, on cash below zero. */
  readonly funding_rate?: number | undefined;
  /** Money per unit and night (negative = paid); on `triple` (1 Monday to 7 Sunday) for three. */
  readonly swap?: { readonly long?: number; readonly short?: number; readonly triple?: number } | undefined;
}

/** What the broker takes for a fill; nothing for nothing. */
export function feeOf(costs: PortfolioCosts, units: number, price: number): number {
  if (units === 0) return 0;
  const size = Math.abs(units);
  const fee = rateOf(costs, size * price) * size * price + (costs.fixed_fee ?? 0) + (costs.fee_per_unit ?? 0) * size;
  return Math.max(fee, costs.min_fee ?? 0);
}

function rateOf({ fee_rate = 0, fee_bps = 0, tiers }: PortfolioCosts, money: number): number {
  const tier = tiers?.findLast(({ from }) => money >= from);
  return (tier?.fee_rate ?? fee_rate) + fee_bps / 10_000;
}

/** Units that an amount of cash pays for, fees included. */
export function affordable(costs: PortfolioCosts, cash: number, price: number): number {
  const { fixed_fee = 0, fee_per_unit = 0, min_fee = 0 } = costs;
  let money = cash;
  // The rate of a tier depends on the money, which depends on the rate: a few rounds settle it.
  for (let k = 0; k < 4; k++) {
    const units = (cash - fixed_fee) / (price * (1 + rateOf(costs, money)) + fee_per_unit);
    money = units * price;
  }
  const units = money / price;
  return Math.max(0, feeOf(costs, units, price) > min_fee || min_fee === 0 ? units : (cash - min_fee) / price);
}

/** Buys pay more and sells get less. */
export const slip = ({ slippage = 0 }: PortfolioCosts, side: number, price: number): number =>
  price * (1 + side * slippage);
