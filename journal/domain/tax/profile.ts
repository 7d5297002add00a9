// The person behind the lots: what besides gains decides what a gain costs.

import type { FilingStatus } from '@zorivest/vocabulary';
import { type Amount, minus, type Num, plus, roundAmountToCents, roundToCents } from '../money/index.ts';
import { computeReturn, type ReturnResult } from './federal-return.ts';
import type { TaxInput } from './input.ts';
import type { YearParameters } from './parameters.ts';
import { readState, type StateRule, type StateTax } from './state.ts';

export interface TaxProfile {
  readonly year: number;
  readonly status: FilingStatus;
  /** Other income, taken as wages. */
  readonly wages?: Num;
  readonly qualifiedDividends?: Num;
  /** Ordinary investment income: interest, dividends that are not qualified, currency results. May be a loss. */
  readonly otherIncome?: Num;
  readonly shortCarryforward?: Num;
  readonly longCarryforward?: Num;
  /** How many of these hold: 65 or older, blind; for both spouses together. */
  readonly agedOrBlind?: number;
  readonly state?: StateTax;
}

interface ReadProfile {
  readonly year: YearParameters;
  readonly status: FilingStatus;
  readonly wages: Amount;
  readonly dividends: Amount;
  readonly otherIncome: Amount;
  readonly shortCarry: Amount;
  readonly longCarry: Amount;
  readonly agedOrBlind: number;
  readonly state: StateRule;
}

/** A year's gains before carryforwards; `ordinary` is mark-to-market income under section 475. */
export interface Gains {
  readonly short: Amount;
  readonly long: Amount;
  readonly ordinary: Amount;
  /** Of `long`, what is on collectibles. */
  readonly collectibles: Amount;
}

export interface Liability {
  readonly result: ReturnResult;
  /** Income tax, AMT and Additional Medicare tax. */
  readonly federal: Amount;
  readonly niit: Amount;
  /** Null where the state's tax is not known; then the total is not, either. */
  readonly state: Amount | null;
  readonly total: Amount | null;
}

/** Null when something that decides the tax is missing or wrong; `read` then names it. */
export function readProfile(profile: TaxProfile, read: TaxInput): ReadProfile | null {
  const year = read.parameters(profile.year);
  const status = read.status(profile.status);
  const wages = read.nonNegative('wages', profile.wages);
  const dividends = read.nonNegative('qualifiedDividends', profile.qualifiedDividends);
  const otherIncome = read.amountOrNone('otherIncome', profile.otherIncome);
  const shortCarry = read.nonNegative('shortCarryforward', profile.shortCarryforward);
  const longCarry = read.nonNegative('longCarryforward', profile.longCarryforward);
  const agedOrBlind = read.agedOrBlind(profile.agedOrBlind);
  const state = readState(profile.state, read);
  if (year === null || status === null || wages === null || dividends === null || otherIncome === null) return null;
  if (shortCarry === null || longCarry === null || agedOrBlind === null || state === null) return null;
  return { year, status, wages, dividends, otherIncome, shortCarry, longCarry, agedOrBlind, state };
}

export function liabilityOf(profile: ReadProfile, gains: Gains): Liability {
  const result = computeReturn(
    {
      wages: profile.wages,
      otherIncome: plus(gains.ordinary, profile.otherIncome),
      shortTerm: minus(gains.short, profile.shortCarry),
      longTerm: minus(gains.long, profile.longCarry),
      qualifiedDividends: profile.dividends,
      collectibles: minus(gains.collectibles, profile.longCarry),
      agedOrBlind: profile.agedOrBlind,
    },
    profile.year,
    profile.status,
  );
  const owed = profile.state(result.agi);
  const state = owed === null ? null : roundAmountToCents(owed);
  return {
    result,
    federal: minus(result.total, result.niit),
    niit: result.niit,
    state,
    total: state === null ? null : plus(result.total, state),
  };
}

export interface TaxAmounts {
  readonly federal: number;
  readonly niit: number;
  readonly state: number | null;
  readonly total: number | null;
}

/** What `after` costs more than `before`. */
export function difference(before: Liability, after: Liability): TaxAmounts {
  return {
    federal: roundToCents(minus(after.federal, before.federal)),
    niit: roundToCents(minus(after.niit, before.niit)),
    state: lessOrNull(after.state, before.state),
    total: lessOrNull(after.total, before.total),
  };
}

export function roundOrNull(amount: Amount | null): number | null {
  return amount === null ? null : roundToCents(amount);
}

function lessOrNull(after: Amount | null, before: Amount | null): number | null {
  return after === null || before === null ? null : roundToCents(minus(after, before));
}

/** What can be compared: the whole tax, or the federal one where the state's is not known. */
export function knownTax({ total, result }: Liability): Amount {
  return total ?? result.total;
}
