// A button for one act of the service; the answer is shown next to it.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { noteWrite } from '../client/cache.ts';
import type { Problem } from '../client/problem.ts';

interface ActProps {
  readonly act: () => Promise<unknown>;
  readonly changes: string;
  readonly onDone?: () => void;
  /** A sign next to a word, not a button of the page. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

export function Act({ act, changes, onDone, quiet = false, children }: ActProps): ReactNode {
  const send = useMutation<unknown, Problem>({
    mutationFn: act,
    onSuccess: () => onDone?.(),
    onSettled: () => noteWrite(changes),
  });
  return (
    <>
      <button
        type="button"
        className={quiet ? 'button ghost sign small' : 'button'}
        disabled={send.isPending}
        aria-busy={send.isPending}
        onClick={() => send.mutate()}
      >
        {children}
      </button>
      {send.error && <span role="alert"> {send.error.message}</span>}
    </>
  );
}
