// The sentence a tab opens with; it opens the trades it is about.
import type { ReactNode } from 'react';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { countOf, plain } from '../../amount/format.ts';
import { type Narrowing, useOpenTrades } from '../../charts/open-trades.ts';
import { type Part, standsOut, surelyWithin } from './sentence.ts';

interface LinkedProps {
  readonly to: Narrowing;
  readonly children: ReactNode;
}

/** What a sentence is about, and the trades behind it. */
export function LinkedTrades({ to, children }: LinkedProps): ReactNode {
  const open = useOpenTrades();
  return (
    <button type="button" className="link" onClick={() => open(to)}>
      {children}
    </button>
  );
}

interface StandingSentenceProps {
  readonly parts: readonly Part[];
  /** What the parts are, for the words: `Mondays`, `trades tagged pullback`. */
  readonly describe: (name: string) => string;
  readonly narrowed: (name: string) => Narrowing;
}

export function StandingSentence({ parts, describe, narrowed }: StandingSentenceProps): ReactNode {
  const found = standsOut(parts);
  if (found === null) return null;
  const { part, rest, within } = found;
  return (
    <p className="sentence">
      <LinkedTrades to={narrowed(part.name)}>{describe(part.name)}</LinkedTrades>{' '}
      {part.total_pnl < 0 ? 'cost' : 'brought'} <Amount value={Math.abs(part.total_pnl)} /> over{' '}
      {countOf(part.trade_count, 'trade')}; without them the period stands at <Amount value={rest} result />.{' '}
      <span className="quiet">
        An average one made <Amount value={part.expectancy} result />, give or take <Amount value={within} />.
      </span>
    </p>
  );
}

interface MeanSentenceProps {
  readonly of: {
    readonly trade_count: number;
    readonly mean_r: number | null;
    readonly std_r: number | null;
    /** In R, unless it says otherwise. */
    readonly measure?: 'R' | 'dollars';
  };
}

/** What a trade brings, where that is more than chance. */
export function MeanSentence({ of: { trade_count, mean_r, std_r, measure = 'R' } }: MeanSentenceProps): ReactNode {
  const within = surelyWithin({ trade_count, mean: mean_r, deviation: std_r });
  if (within === null || mean_r === null) return null;
  const inR = measure === 'R';
  return (
    <p className="sentence">
      <LinkedTrades to={{ sort: 'pnl' }}>A trade</LinkedTrades> {mean_r < 0 ? 'cost' : 'brought'}{' '}
      {inR ? <Multiple value={mean_r} /> : <Amount value={mean_r} result />} on average over{' '}
      {countOf(trade_count, 'trade')}, give or take {inR ? `${plain(within, 2)} R` : <Amount value={within} />}.
    </p>
  );
}
