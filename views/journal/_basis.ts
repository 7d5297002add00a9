// The basis of every figure of the journal: which trades, by which definition, in which currency.
import { type Child } from '../page/dom.ts';
import { convention, problems, type Problem } from '../page/parts.ts';
import type { Formats } from '../page/formats.ts';

export interface Basis {
  readonly account_id?: string | null;
  readonly period?: string;
  readonly unit?: string;
  readonly currency?: string;
  readonly trade_count?: number;
  readonly convention?: string;
  readonly problems?: readonly Problem[];
  readonly left_out?: readonly { readonly reason: string; readonly count: number }[];
}

const PERIODS: Readonly<Record<string, string>> = { all: 'all time', ytd: 'this year' };

export function basisSummary({ account_id, period = 'all', currency, trade_count }: Basis, formats: Formats): string {
  return [
    trade_count === undefined ? '' : `${formats.count(trade_count)} trades`,
    PERIODS[period] ?? period,
    account_id ?? '',
    currency ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Beneath the figures: what they leave out, and how they are counted. */
export function basisNotes(basis: Basis): Child {
  const left = (basis.left_out ?? []).map(({ reason, count }) => ({ message: `${count} left out: ${reason}` }));
  return [problems([...(basis.problems ?? []), ...left]), convention(basis.convention)];
}

/** `bull_call_spread` as people write it. */
export const humanName = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** `2026-03` as people write it. */
export const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
