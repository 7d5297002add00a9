// The first evening with an empty book: the acts it begins with, in place of figures there are none of. Once there are some it stands
// below the first of them, gone when everything is done or when it is closed.
import { type ReactNode, Suspense, useEffect } from 'react';
import { later } from '../../components/later.ts';
import { Loading } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { guideStage } from '../getting-started/stage.ts';

/** `empty` is a book without a trade; one that got its first from the guide is `begun`. */
export type Beginning = 'empty' | 'begun' | 'over';

/** `count`: trades of the period; a book that has some is not empty, and needs no request. */
export function useBeginning(count: number | undefined): Beginning {
  const current = guideStage.use();
  const isAsked = current !== 'closed' && (count === 0 || current === 'begun');
  const trades = useEndpoint('trades', 'list', { query: { limit: 1 } }, { enabled: isAsked });
  const isEmpty = isAsked && trades.data?.total === 0;
  useEffect(() => {
    if (isEmpty) guideStage.set('begun');
  }, [isEmpty]);
  if (!isAsked || trades.data === undefined) return 'over';
  if (isEmpty) return 'empty';
  return current === 'begun' ? 'begun' : 'over';
}

/** Most books are not empty: they wait for none of its code. */
const { page: Begin } = later(async () => (await import('../money.ts')).Begin);

export const Guide = (): ReactNode => (
  <Suspense fallback={<Loading height={300} />}>
    <Begin />
  </Suspense>
);
