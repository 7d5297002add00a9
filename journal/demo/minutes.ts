// A session minute by minute: a price that wanders from the open to the close, with wicks and trades that come in crowds.
import type { Random } from './random.ts';
import { SESSION_MINUTES } from './session.ts';

export interface Minutes {
  /** At the beginning of each minute, and at the close. */
  readonly prices: Float64Array;
  /** What was traded within each minute, made up when it is first asked for: most who ask want a price. */
  traded(): TradedMinutes;
}

export interface TradedMinutes {
  readonly highs: Float64Array;
  readonly lows: Float64Array;
  readonly volumes: Float64Array;
}

interface Ends {
  readonly open: number;
  readonly close: number;
  /** What the day moves, in fractions of the price. */
  readonly volatility: number;
}

/** Of what a day moves, how much it wanders on the way. */
const WANDERS = 0.8;
/** Of what a minute moves, how far single trades go beyond it. */
const WICK = 0.7;
const USUAL_VOLUME = 14_000;

/** The first and the last half hour are livelier than noon. */
const LIVELY = Float64Array.from(
  { length: SESSION_MINUTES },
  (_, minute) => 0.75 + 1.1 * Math.exp(-minute / 25) + 0.6 * Math.exp(-(SESSION_MINUTES - minute) / 20),
);
const WHOLE = Math.sqrt(LIVELY.reduce((sum, part) => sum + part * part, 0));

export function minutesOf(ends: Ends, random: Random): Minutes {
  const prices = pricesOf(ends, random);
  let made: TradedMinutes | undefined;
  return { prices, traded: () => (made ??= tradedOf(ends, prices, random)) };
}

/** At the close a path is where its session is, no matter what it did before: it need not be walked to know. */
export function closeOf({ open, close }: Ends): number {
  return open + (close - open);
}

function pricesOf({ open, close, volatility }: Ends, random: Random): Float64Array {
  const prices = new Float64Array(SESSION_MINUTES + 1);
  for (let minute = 0; minute < SESSION_MINUTES; minute++)
    prices[minute + 1] = (prices[minute] ?? 0) + ((LIVELY[minute] ?? 0) / WHOLE) * random.normal() * Math.SQRT2;
  // A way that begins and ends where the session does.
  const astray = prices[SESSION_MINUTES] ?? 0;
  for (let minute = 0; minute <= SESSION_MINUTES; minute++) {
    const part = minute / SESSION_MINUTES;
    const wandered = ((prices[minute] ?? 0) - part * astray) * volatility * WANDERS;
    prices[minute] = (open + (close - open) * part) * Math.exp(wandered);
  }
  return prices;
}

function tradedOf({ volatility }: Ends, prices: Float64Array, random: Random): TradedMinutes {
  // Some days are quiet, some are busy.
  const crowd = random.between(0.6, 1.7);
  const highs = new Float64Array(SESSION_MINUTES);
  const lows = new Float64Array(SESSION_MINUTES);
  const volumes = new Float64Array(SESSION_MINUTES);
  for (let minute = 0; minute < SESSION_MINUTES; minute++) {
    const part = LIVELY[minute] ?? 0;
    const [from, to] = [prices[minute] ?? 0, prices[minute + 1] ?? 0];
    const usual = (part / WHOLE) * volatility * WANDERS;
    highs[minute] = Math.max(from, to) * (1 + Math.abs(random.normal()) * usual * WICK);
    lows[minute] = Math.min(from, to) * (1 - Math.abs(random.normal()) * usual * WICK);
    const hurry = 0.5 + Math.abs(to / from - 1) / usual;
    volumes[minute] = USUAL_VOLUME * crowd * part * part * hurry * random.between(0.5, 1.5);
  }
  return { highs, lows, volumes };
}
