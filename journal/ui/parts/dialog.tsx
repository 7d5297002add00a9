// The platform's own dialog: it holds the focus, closes with Escape and gives the focus back.
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** What is typed in it is to be saved: it is not thrown away by one press of Escape. */
  readonly isForm?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, wide = false, isForm = false, children }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, []);
  const [typing, setTyping] = useState<'nothing' | 'typed' | 'leaving'>('nothing');
  const mayClose = () => {
    if (!isForm || typing !== 'typed') return true;
    setTyping('leaving');
    return false;
  };
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-label={title}
      onInput={() => setTyping('typed')}
      // A picture that is held until the form is saved tells of no input.
      onPaste={() => setTyping('typed')}
      onCancel={(event) => {
        // A file that was not chosen after all is another's cancel.
        if (event.target === event.currentTarget && !mayClose()) event.preventDefault();
      }}
      onClose={onClose}
    >
      <h2>{title}</h2>
      {children}
      {typing === 'leaving' && <p role="alert">What you typed is not saved. Close once more to throw it away.</p>}
      {/* Last, so that the first field has the focus; the sheet puts it into the corner. */}
      <button
        type="button"
        className="button dialog-close"
        aria-label="Close"
        onClick={() => mayClose() && ref.current?.close()}
      >
        <span aria-hidden="true">×</span>
      </button>
    </dialog>
  );
}
