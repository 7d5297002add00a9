// What cannot be undone: it states what will be gone and asks once.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { forgetUnseen, noteWrite } from '../client/cache.ts';
import type { Problem } from '../client/problem.ts';
import { Dialog } from './dialog.tsx';

interface AskProps {
  readonly button: string;
  readonly title: string;
  readonly act: () => Promise<unknown>;
  readonly changes: string;
  readonly onDone?: () => void;
  /** What will be gone. */
  readonly children: ReactNode;
}

interface AskFirstProps extends AskProps {
  readonly disabled?: boolean;
  /** Distinguishes it from other buttons of the same name for people who use a screen reader. */
  readonly about?: string;
}

export function AskFirst({ disabled = false, about, ...ask }: AskFirstProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button takes" disabled={disabled} onClick={() => setOpen(true)}>
        {ask.button}
        {about !== undefined && <span className="visually-hidden"> {about}</span>}
      </button>
      {open && <AskDialog {...ask} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The question alone, where something else opened it. */
export function AskDialog({
  button,
  title,
  act,
  changes,
  onDone,
  onClose,
  children,
}: AskProps & { readonly onClose: () => void }): ReactNode {
  const send = useMutation<unknown, Problem>({
    mutationFn: act,
    onSuccess: () => {
      forgetUnseen(changes);
      onClose();
      onDone?.();
    },
    onSettled: () => noteWrite(changes),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      {send.error && <p role="alert">{send.error.message}</p>}
      <p className="page-tools">
        <button type="button" className="button" autoFocus onClick={onClose}>
          Keep
        </button>
        <button
          type="button"
          className="button danger"
          disabled={send.isPending}
          aria-busy={send.isPending}
          onClick={() => send.mutate()}
        >
          {button}
        </button>
      </p>
    </Dialog>
  );
}
