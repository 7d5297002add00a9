// Every structure we know by name, as data.
//
// A signature lists the legs by expiry, strike and right: `+C1` is a bought call at the lowest strike, `-2P2` two sold puts at the
// second, `S` a lot of stock. Where there are two expiries a leg says which: `-C1@1 +C1@2` sells near and buys far.
// A row names the structure and its mirror image (every sign turned).
import type { OptionStrategyType } from '@zorivest/vocabulary';

type Row = readonly [
  signature: string,
  name: string,
  mirrored: string,
  type: OptionStrategyType,
  wings?: 'equal wings',
];

const ROWS: readonly Row[] = [
  ['+S', 'Long Stock', 'Short Stock', 'custom'],
  ['+C1', 'Long Call', 'Short Call', 'custom'],
  ['+P1', 'Long Put', 'Short Put', 'custom'],

  ['+C1 -C2', 'Bull Call Spread', 'Bear Call Spread', 'vertical'],
  ['+P1 -P2', 'Bull Put Spread', 'Bear Put Spread', 'vertical'],
  ['+C1 +P1', 'Long Straddle', 'Short Straddle', 'straddle'],
  ['+P1 +C2', 'Long Strangle', 'Short Strangle', 'strangle'],
  ['+C1 +P2', 'Long Guts', 'Short Guts', 'strangle'],
  ['+2C1 +P1', 'Long Strap', 'Short Strap', 'custom'],
  ['+C1 +2P1', 'Long Strip', 'Short Strip', 'custom'],
  ['+C1 -P1', 'Synthetic Long Stock', 'Synthetic Short Stock', 'custom'],
  ['-P1 +C2', 'Risk Reversal', 'Reverse Risk Reversal', 'custom'],
  ['+C1 -2C2', 'Call Ratio Spread', 'Call Ratio Backspread', 'custom'],
  ['-2P1 +P2', 'Put Ratio Spread', 'Put Ratio Backspread', 'custom'],

  ['-C1 +S', 'Covered Call', 'Protective Call', 'custom'],
  ['+P1 +S', 'Protective Put', 'Covered Put', 'custom'],
  ['+P1 -C2 +S', 'Collar', 'Short Collar', 'custom'],
  ['-C1 +P1 +S', 'Conversion', 'Reversal', 'custom'],
  ['-P1 -C2 +S', 'Covered Strangle', 'Short Stock with Long Strangle', 'custom'],
  ['-C1 -P1 +S', 'Covered Straddle', 'Short Stock with Long Straddle', 'custom'],

  ['+C1 -2C2 +C3', 'Long Call Butterfly', 'Short Call Butterfly', 'butterfly', 'equal wings'],
  ['+P1 -2P2 +P3', 'Long Put Butterfly', 'Short Put Butterfly', 'butterfly', 'equal wings'],
  ['+C1 -C2 -C3', 'Bull Call Ladder', 'Bear Call Ladder', 'custom'],
  ['+P1 +P2 -P3', 'Bull Put Ladder', 'Bear Put Ladder', 'custom'],
  ['+C1 -3C2 +2C3', 'Long Call Christmas Tree', 'Short Call Christmas Tree', 'custom'],
  ['+2P1 -3P2 +P3', 'Long Put Christmas Tree', 'Short Put Christmas Tree', 'custom'],
  ['-P1 -C2 +C3', 'Jade Lizard', 'Inverse Jade Lizard', 'custom'],
  ['+P1 -P2 -C3', 'Reverse Jade Lizard', 'Inverse Reverse Jade Lizard', 'custom'],
  ['-C1 -P1 +C2', 'Big Lizard', 'Inverse Big Lizard', 'custom'],
  ['-P1 +C2 -C3', 'Bullish Seagull', 'Inverse Bullish Seagull', 'custom'],
  ['-P1 +P2 -C3', 'Bearish Seagull', 'Inverse Bearish Seagull', 'custom'],

  ['-P1 +P2 +C3 -C4', 'Long Iron Condor', 'Short Iron Condor', 'iron_condor'],
  ['-P1 +C2 +P2 -C3', 'Long Iron Butterfly', 'Short Iron Butterfly', 'iron_condor'],
  ['+C1 -C2 -C3 +C4', 'Long Call Condor', 'Short Call Condor', 'custom', 'equal wings'],
  ['+P1 -P2 -P3 +P4', 'Long Put Condor', 'Short Put Condor', 'custom', 'equal wings'],
  ['+C1 -P1 -C2 +P2', 'Long Box Spread', 'Short Box Spread', 'custom'],

  ['-C1@1 +C1@2', 'Call Calendar Spread', 'Call Calendar Spread', 'calendar'],
  ['-P1@1 +P1@2', 'Put Calendar Spread', 'Put Calendar Spread', 'calendar'],
  ['-C1@1 +C2@2', 'Call Diagonal Spread', 'Call Diagonal Spread', 'calendar'],
  ['-C2@1 +C1@2', 'Call Diagonal Spread', 'Call Diagonal Spread', 'calendar'],
  ['-P1@1 +P2@2', 'Put Diagonal Spread', 'Put Diagonal Spread', 'calendar'],
  ['-P2@1 +P1@2', 'Put Diagonal Spread', 'Put Diagonal Spread', 'calendar'],
  ['-P1@1 -C2@1 +P1@2 +C2@2', 'Double Calendar Spread', 'Short Double Calendar Spread', 'calendar'],
  ['-C1@1 -P1@1 +C1@2 +P1@2', 'Straddle Swap', 'Short Straddle Swap', 'calendar'],
  ['-P2@1 -C3@1 +P1@2 +C4@2', 'Double Diagonal Spread', 'Short Double Diagonal Spread', 'calendar'],
  ['-C1@1 +P1@1 +C1@2 -P1@2', 'Long Jelly Roll', 'Short Jelly Roll', 'calendar'],
];

export interface NamedStructure {
  readonly name: string;
  readonly type: OptionStrategyType;
  readonly equalWings: boolean;
}

/** Signature -> structure, mirror images included. */
export const STRUCTURES: ReadonlyMap<string, NamedStructure> = new Map(
  ROWS.flatMap(([signature, name, mirrored, type, wings]) => {
    const equalWings = wings !== undefined;
    return [
      [mirror(signature), { name: mirrored, type, equalWings }],
      [signature, { name, type, equalWings }],
    ] as const;
  }),
);

function mirror(signature: string): string {
  return signature.replaceAll(/[+-]/g, (sign) => (sign === '+' ? '-' : '+'));
}
