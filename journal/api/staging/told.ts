// What an act that could not be tried has changed, for whoever agreed to it: each of its transactions is looked at while it is
// open, and told once it is stored.
import type { BookAccess, RowChange, Store } from '@zorivest/store';
import { cardOf, type Counted, type RowSource, type Shown, showCounted, together } from './card.ts';

export interface Telling {
  /** The book as the act writes it. */
  readonly book: BookAccess;
  /** Rows that came of it beside its transactions. */
  readonly tellRows: (rows: readonly RowChange[]) => void;
}

export function tellingOf(book: BookAccess, told: (shown: Shown) => void): Telling {
  let stored: Counted | null = null;
  let open: Counted | null = null;
  const tell = (more: Counted) => {
    if (more.all === 0) return;
    stored = stored === null ? more : together(stored, more);
    told(showCounted(stored));
  };
  const look = ({ connection }: Pick<Store, 'connection'>, source: RowSource) => cardOf(connection, source);
  return {
    book: {
      ...book,
      keep: (kept) => {
        book.keep(kept);
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
