// Figures of before, while new ones come or cannot come: they stay, paler, and say of when they are.
import { type ReactNode, useEffect, useState } from 'react';
import { clock } from '../amount/time.ts';

interface AgedProps {
  readonly at: number;
  /** What is shown answers another question, or could not be asked again. */
  readonly isOld: boolean;
  readonly isFetching: boolean;
  readonly children: ReactNode;
}

/** What comes sooner is not worth a word. */
const PATIENCE_MS = 800;

export function AgeMark({ at, isOld, isFetching, children }: AgedProps): ReactNode {
  const isSlow = useSlow(isFetching);
  const isAged = isOld || isSlow;
  return (
    <div className="aged" data-stale={isAged || undefined} aria-busy={isOld && isFetching ? true : undefined}>
      {isAged && <p className="as-of">as of {clock(new Date(at).toISOString())}</p>}
      {children}
    </div>
  );
}

function useSlow(isFetching: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isFetching) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isFetching]);
  return isSlow;
}
