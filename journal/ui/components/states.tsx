// The states every part of every page can be in besides showing its figures.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Problem } from '../client/problem.ts';
import { AgeMark } from './aged.tsx';

/** Waits, says what went wrong, or shows. */
export function WhenLoaded<T>({
  query,
  height = 120,
  children,
}: {
  readonly query: UseQueryResult<T, Problem>;
  /** Of what will be there, so that nothing jumps. */
  readonly height?: number;
  readonly children: (value: T) => ReactNode;
}): ReactNode {
  if (query.data !== undefined && (query.error === null || isPassing(query.error)))
    return (
      <AgeMark at={query.dataUpdatedAt} isOld={query.isPlaceholderData || query.isError} isFetching={query.isFetching}>
        {children(query.data)}
      </AgeMark>
    );
  if (query.isError) return <ErrorState problem={query.error} retry={() => void query.refetch()} />;
  return <Loading height={height} />;
}

/** It did not answer, or could not: the answer before remains valid. A refusal is final. */
const isPassing = ({ status }: Problem): boolean => status === 0 || status >= 500;

export function Loading({ height }: { readonly height: number }): ReactNode {
  const lines = Math.max(1, Math.min(6, Math.floor(height / 32)));
  return (
    <div aria-busy="true" className="loading">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, i) => (
        <p key={i} className="skeleton" />
      ))}
    </div>
  );
}

export function ErrorState({ problem, retry }: { readonly problem: Problem; readonly retry: () => void }): ReactNode {
  return (
    <div role="alert" className="error-state">
      <p>{problem.message}</p>
      {problem.requestId !== null && <p className="quiet">Request {problem.requestId}</p>}
      <button type="button" className="button" onClick={retry}>
        Retry
      </button>
    </div>
  );
}

export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }): ReactNode {
  return (
    <div className="empty-state">
      <p className="quiet">{children}</p>
      {action}
    </div>
  );
}
