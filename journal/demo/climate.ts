// The market as a whole: weeks that climb, weeks that go nowhere, weeks that fall. All securities live in it.
import { createRandom } from './random.ts';

export interface Weather {
  /** How far the market is from where it usually is, as the logarithm of a price. */
  readonly level: number;
  /** How much more than usual everything moves. */
  readonly roughness: number;
}

interface Season {
  /** What the market gains in a day. */
  readonly drift: number;
  readonly roughness: number;
}

const seasons: readonly Season[] = [
  { drift: 0.0011, roughness: 0.8 },
  { drift: 0.0003, roughness: 0.95 },
  { drift: -0.0014, roughness: 1.45 },
  { drift: 0.0018, roughness: 1.15 },
];

const SHORTEST = 25;
const LONGEST = 80;
const SEED = 20_230_103;
/** What a day moves the market, and how fast it comes back, per day. */
const MOVES = 0.009;
const RETURN = 0.008;

/** Session after session, the same in every demo book. */
export function climate(): (session: number) => Weather {
  const random = createRandom(SEED);
  const days: Weather[] = [];
  let season: Season = { drift: 0.0003, roughness: 0.95 };
  let left = LONGEST;
  let level = 0;
  return (session) => {
    while (days.length <= session) {
      if (left === 0) {
        season = random.pick(seasons);
        left = random.whole(SHORTEST, LONGEST);
      }
      left -= 1;
      level = level * (1 - RETURN) + season.drift + MOVES * season.roughness * random.normal();
      days.push({ level, roughness: season.roughness });
    }
    return days[session] as Weather; // made just now
  };
}
