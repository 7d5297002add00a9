// The platform's own dialog: it holds the focus, closes with Escape and gives the focus back.
import { type ReactNode, useEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, wide = false, children }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog ref={ref} className={wide ? 'dialog wide' : 'dialog'} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
      {/* Last, so that the first field has the focus; the sheet puts it into the corner. */}
      <button type="button" className="button dialog-close" aria-label="Close" onClick={() => ref.current?.close()}>
        <span aria-hidden="true">×</span>
      </button>
    </dialog>
  );
}
