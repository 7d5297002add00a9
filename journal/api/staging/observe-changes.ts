// What an act that could not be tried has changed, for the person who agreed to it: each of its transactions is observed while
// it is open, and reported once it is stored.
import type { BookAccess, RowChange, Store } from '@zorivest/store';
import { cardOf, type ChangeCounts, type RowSource, type ChangePreview, showCounted, mergeCounts } from './card.ts';

export interface ChangeObserver {
  /** The book as the act writes it. */
  readonly book: BookAccess;
  /** Rows that it changed outside of its transactions. */
  readonly tellRows: (rows: readonly RowChange[]) => void;
}

export function observeChanges(book: BookAccess, report: (shown: ChangePreview) => void): ChangeObserver {
  let stored: ChangeCounts | null = null;
  let open: ChangeCounts | null = null;
  const tell = (more: ChangeCounts) => {
    if (more.all === 0) return;
    stored = stored === null ? more : mergeCounts(stored, more);
    report(showCounted(stored));
  };
  const look = ({ connection }: Pick<Store, 'connection'>, source: RowSource) => cardOf(connection, source);
  return {
    book: {
      ...book,
      keep: (change) => {
        book.keep(change);
        open = look(book.store, book.store.capture);
      },
      written: (...written) => {
        book.written(...written);
        if (open !== null) tell(open);
        open = null;
      },
    },
    tellRows: (rows) => tell(look(book.store, { each: () => rows, before: () => undefined })),
  };
}
