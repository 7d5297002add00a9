// Where the book lives, behind one interface: in this process, or in processes of its own. The caller does not know.
import { type BookProcess, Fault, type StoppedWork } from '@zorivest/store';
import type { Settings } from '@zorivest/records';
import type { BookAnswer, BookRequest } from '../responses/answer.ts';
import type { RequestHooks } from '../responses/answer.ts';
import type { Book } from './book.ts';

export type Closing = 'lock' | 'end';

export interface BookHost {
  /** As the open book has them. */
  readonly settings: Settings;
  open(dataKey: Uint8Array): Promise<void>;
  /** Nothing that was not stored by then will be. At the end of the service there is more time for it than at a lock. */
  close(why?: Closing): Promise<void>;
  answer(by: BookProcess, request: BookRequest, attendance: RequestHooks): Promise<BookAnswer>;
  /** Ends every running pipeline run, and returns which there were. */
  stopRuns(): StoppedWork[];
  guardChanged(isLocked: boolean): void;
  /** Where the record of calls ends: the audit notes it. */
  noteRecord(head: string): void;
  /** The service ends. */
  end(): void;
}

export const vaultLocked = (): Fault => new Fault(403, 'the vault is locked; unlock it first', { code: 'locked' });

export function inThisProcess(book: Book): BookHost {
  return {
    settings: book.settings,
    open: (dataKey) => book.open(dataKey),
    close: () => book.close(),
    answer: (_by, request, attendance) => book.answer(request, attendance),
    stopRuns: () => book.pipelines.stopRuns(),
    guardChanged: () => {},
    // The book in this process asks for it.
    noteRecord: () => {},
    end: () => {},
  };
}
