import type { ReactNode } from 'react';
import { count, countOf } from '../../amount/format.ts';
import { periods } from '../../filter/filter.ts';
import { Convention } from '../../components/convention.tsx';

/** As the filter says it; a stretch of days says itself. */
const periodText = (period: string): string => periods.find(([value]) => value === period)?.[1].toLowerCase() ?? period;

/** What an answer covers, shown once under it. */
export function Basis({
  of,
}: {
  readonly of: {
    readonly trade_count: number;
    readonly convention: string;
    readonly currency: string;
    readonly period: string;
    readonly left_out: readonly { readonly reason: string; readonly count: number }[];
  };
}): ReactNode {
  return (
    <>
      <Convention>{`${countOf(of.trade_count, 'trade')}, ${periodText(of.period)}, ${of.currency}. ${of.convention}`}</Convention>
      {of.left_out.length > 0 && (
        <p className="quiet">
          {of.left_out.map(({ reason, count: n }) => `Left out: ${count(n)} (${reason}).`).join(' ')}
        </p>
      )}
    </>
  );
}
