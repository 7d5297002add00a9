import type { Fill, RoundTripRow } from './input.ts';

/** The two fills that a row of a whole round trip tells of. Costs it does not divide stand with the entry. */
export function halvesOf(input: RoundTripRow): { readonly entry: Fill; readonly exit: Fill } {
  const long = input.direction === 'long';
  const { realized, result: _, tags = [], note = '', exitFx, ...shared } = input;
  return {
    entry: {
      ...shared,
      // A note about a trade is stored once, where the trade began.
      tags,
      note,
      ...(input.entryAmounts === undefined ? {} : { amounts: input.entryAmounts }),
      costs: input.entryCosts ?? input.costs ?? [],
      side: long ? 'BOT' : 'SLD',
      price: input.entryPrice,
      when: input.entryTime,
      execId: input.entryId ?? '',
    },
    exit: {
      ...shared,
      ...(realized === undefined ? {} : { realized }),
      ...(exitFx === undefined ? {} : { fx: exitFx }),
      side: long ? 'SLD' : 'BOT',
      price: input.exitPrice,
      when: input.exitTime,
      costs: input.exitCosts ?? [],
      negatedCosts: [],
      execId: input.exitId ?? '',
    },
  };
}
