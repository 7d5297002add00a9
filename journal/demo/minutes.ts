// A session minute by minute: a price that wanders from the open to the close, with wicks and trades that come in crowds.
import type { Random } from './random.ts';
import { SESSION_MINUTES } from './session.ts';

export interface Minutes {
  /** At the beginning of each minute, and at the close. */
  readonly prices: Float64Array;
  /** Of the trades within each minute. */
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
function livelinessAt(minute: number): number {
  return 0.75 + 1.1 * Math.exp(-minute / 25) + 0.6 * Math.exp(-(SESSION_MINUTES - minute) / 20);
}

export function minutesOf({ open, close, volatility }: Ends, random: Random): Minutes {
  const lively = Float64Array.from({ length: SESSION_MINUTES }, (_, minute) => livelinessAt(minute));
  const whole = Math.sqrt(lively.reduce((sum, part) => sum + part * part, 0));
  const prices = new Float64Array(SESSION_MINUTES + 1);
  for (const [minute, part] of lively.entries())
    prices[minute + 1] = (prices[minute] ?? 0) + (part / whole) * random.normal() * Math.SQRT2;
  // A way that begins and ends where the session does.
  const astray = prices[SESSION_MINUTES] ?? 0;
  for (let minute = 0; minute <= SESSION_MINUTES; minute++) {
    const part = minute / SESSION_MINUTES;
    const wandered = ((prices[minute] ?? 0) - part * astray) * volatility * WANDERS;
    prices[minute] = (open + (close - open) * part) * Math.exp(wandered);
  }
  // Some days nobody cares, on some everybody does.
  const crowd = random.between(0.6, 1.7);
  const highs = new Float64Array(SESSION_MINUTES);
  const lows = new Float64Array(SESSION_MINUTES);
  const volumes = new Float64Array(SESSION_MINUTES);
  for (const [minute, part] of lively.entries()) {
    const [from, to] = [prices[minute] ?? 0, prices[minute + 1] ?? 0];
    const usual = (part / whole) * volatility * WANDERS;
    const wick = () => Math.abs(random.normal()) * usual * WICK;
    highs[minute] = Math.max(from, to) * (1 + wick());
    lows[minute] = Math.min(from, to) * (1 - wick());
    const hurry = 0.5 + Math.abs(to / from - 1) / usual;
    volumes[minute] = USUAL_VOLUME * crowd * part * part * hurry * random.between(0.5, 1.5);
  }
  return { prices, highs, lows, volumes };
}
