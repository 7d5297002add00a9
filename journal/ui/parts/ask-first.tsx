// A button for what cannot be taken back: it says what will be gone and asks once.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { noteWrite } from '../service/cache.ts';
import type { Problem } from '../service/problem.ts';
import { Dialog } from './dialog.tsx';

interface AskFirstProps {
  readonly button: string;
  readonly title: string;
  readonly act: () => Promise<unknown>;
  readonly changes: string;
  readonly onDone?: () => void;
  readonly disabled?: boolean;
  /** What will be gone. */
  readonly children: ReactNode;
}

export function AskFirst({
  button,
  title,
  act,
  changes,
  onDone,
  disabled = false,
  children,
}: AskFirstProps): ReactNode {
  const [open, setOpen] = useState(false);
  const send = useMutation<unknown, Problem>({
    mutationFn: act,
    onSuccess: () => {
      setOpen(false);
      onDone?.();
    },
    onSettled: () => noteWrite(changes),
  });
  return (
    <>
      <button type="button" className="button" disabled={disabled} onClick={() => setOpen(true)}>
        {button}
      </button>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <p>{children}</p>
          {send.error && <p role="alert">{send.error.message}</p>}
          <p className="page-tools">
            <button type="button" className="button" autoFocus onClick={() => setOpen(false)}>
              Keep
            </button>
            <button type="button" className="button danger" disabled={send.isPending} onClick={() => send.mutate()}>
              {button}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
