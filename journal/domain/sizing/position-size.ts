import { isPositive, isZero, type Problem, Problems, ratioOfNumbers } from '../money/index.ts';
import { type PositionSizeInput, readSetup, type Setup } from './input.ts';
import {
  type CryptoSize,
  type EquitySize,
  type ForexSize,
  type FuturesSize,
  type OptionsSize,
  sizeCrypto,
  sizeEquity,
  sizeForex,
  sizeFutures,
  sizeOptions,
} from './modes.ts';

type Size = EquitySize | FuturesSize | OptionsSize | ForexSize | CryptoSize;

export type PositionSize = Size & {
  /** What a careful trader would want to hear; the figures stand. */
  readonly warnings: Problem[];
  /** What is missing or impossible; the figures it touches are zero. */
  readonly problems: Problem[];
};

const HIGH_RISK = ratioOfNumbers(3);

/** How much to trade so that a stop costs no more than the risk. */
export function positionSize(asked: PositionSizeInput): PositionSize {
  // Called from outside TypeScript it may be nothing at all.
  const input = asked ?? {};
  const findings = { problems: new Problems(), warnings: new Problems() };
  const setup = readSetup(input, findings.problems);
  const size = sizeOf(setup, input, findings);
  if (setup.riskPct > HIGH_RISK)
    findings.warnings.add('risk_high', 'More than 3 % of the account is at risk in one trade.');
  if (isTargetBehind(setup))
    findings.warnings.add(
      'target_on_wrong_side',
      'The target lies on the same side of the entry as the stop: reached, it would be a loss.',
    );
  else if (isPositive(setup.target) && size.reward_risk_ratio < 1)
    findings.warnings.add('reward_below_risk', 'The reward is smaller than the risk.');
  return { ...size, warnings: findings.warnings.list(), problems: findings.problems.list() };
}

/** A stop below the entry is that of a purchase, whose target lies above; above it that of a sale. */
function isTargetBehind({ entry, stop, target }: Setup): boolean {
  if (isZero(entry) || isZero(stop) || isZero(target) || entry === stop) return false;
  return stop < entry ? target <= entry : target >= entry;
}

function sizeOf(setup: Setup, input: PositionSizeInput, findings: { problems: Problems; warnings: Problems }): Size {
  switch (input.mode ?? 'equity') {
    case 'futures':
      return sizeFutures(setup, input, findings);
    case 'options':
      return sizeOptions(setup, input, findings);
    case 'forex':
      return sizeForex(setup, input, findings);
    case 'crypto':
      return sizeCrypto(setup, input, findings);
    case 'equity':
      return sizeEquity(setup, findings);
    default:
      findings.problems.add('unknown_mode', 'The mode is equity, futures, options, forex or crypto; equity is used.');
      return sizeEquity(setup, findings);
  }
}
