// The sentence a tab opens with; it opens the trades it is about.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { countOf } from '../../amount/format.ts';
import { type Narrowing, useOpenTrades } from '../../charts/open-trades.ts';
import { type Part, standsOut } from './sentence.ts';

interface StandingSentenceProps {
  readonly parts: readonly Part[];
  /** What the parts are, for the words: `Mondays`, `trades tagged pullback`. */
  readonly told: (name: string) => string;
  readonly narrowed: (name: string) => Narrowing;
}

export function StandingSentence({ parts, told, narrowed }: StandingSentenceProps): ReactNode {
  const open = useOpenTrades();
  const found = standsOut(parts);
  if (found === null) return null;
  const { part, rest, within } = found;
  return (
    <p className="sentence">
      <button type="button" className="link" onClick={() => open(narrowed(part.name))}>
        {told(part.name)}
      </button>{' '}
      {part.total_pnl < 0 ? 'cost' : 'brought'} <Amount value={Math.abs(part.total_pnl)} /> over{' '}
      {countOf(part.trade_count, 'trade')}; without them the period stands at <Amount value={rest} result />.{' '}
      <span className="quiet">
        A trade of them made <Amount value={part.expectancy} result /> on average, give or take{' '}
        <Amount value={within} />.
      </span>
    </p>
  );
}
