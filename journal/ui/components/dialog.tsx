// The platform's own dialog: it holds the focus, closes with Escape and gives the focus back.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** What is typed in it is to be saved: it is not thrown away by one press of Escape. */
  readonly isForm?: boolean;
  /** Whether it holds words already, such as those of a draft. */
  readonly isTyped?: boolean;
  /** The person does not want what was typed. */
  readonly onDiscard?: () => void;
  readonly children: ReactNode;
}

export function Dialog({
  title,
  onClose,
  wide = false,
  isForm = false,
  isTyped = false,
  onDiscard,
  children,
}: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, []);
  const [typedHere, setTypedHere] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  /** Closed immediately where nothing would be lost; else the person is asked, and a second Escape stays. */
  const mayClose = () => {
    if (!isForm || !(typedHere || isTyped)) return true;
    setLeaving(!isLeaving);
    return false;
  };
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-label={title}
      onInput={() => setTypedHere(true)}
      // A picture that is held until the form is saved tells of no input.
      onPaste={() => setTypedHere(true)}
      onCancel={(event) => {
        // A file that was not chosen after all is another's cancel.
        if (event.target === event.currentTarget && !mayClose()) event.preventDefault();
      }}
      onClose={onClose}
    >
      <h2>{title}</h2>
      {children}
      {isLeaving && (
        <Leaving
          onStay={() => setLeaving(false)}
          onLeave={() => {
            onDiscard?.();
            ref.current?.close();
          }}
        />
      )}
      {/* Last, so that the first field has the focus; the sheet puts it into the corner. */}
      <button
        type="button"
        className="button ghost sign dialog-close"
        aria-label="Close"
        onClick={() => mayClose() && ref.current?.close()}
      >
        <Icon name="close" />
      </button>
    </dialog>
  );
}

function Leaving({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }): ReactNode {
  return (
    <div role="alertdialog" aria-label="Discard your changes?" className="leaving">
      <strong>Discard your changes?</strong>
      <span className="page-tools">
        <button type="button" className="button" autoFocus onClick={onStay}>
          Keep editing
        </button>
        <button type="button" className="button danger" onClick={onLeave}>
          Discard
        </button>
      </span>
    </div>
  );
}
