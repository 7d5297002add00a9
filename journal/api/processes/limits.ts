// How much the processes of the service may take. No child beyond half a gigabyte, and all together, with the jobs
// they start and the front itself, below 1.2 GB: the limits add up to more, so `core/process-tree.ts` watches the sum.
import type { BookProcess } from '@zorivest/store';

/** Resident memory at which a process ends itself. */
export const MEMORY_MB: Readonly<Record<BookProcess, number>> = { reader: 512, writer: 384 };

/** Of that, what the heap may take: the collector works harder before the process has to end. */
export const HEAP_MB: Readonly<Record<BookProcess, number>> = { reader: 288, writer: 224 };

/**
 * Half of where new values are made; three such halves are held. The collector would take 16 MB each: for a process that
 * mostly keeps what it made, and for one that mostly waits, that is memory for nothing.
 */
export const YOUNG_MB: Readonly<Record<BookProcess, number>> = { reader: 8, writer: 4 };

/**
 * Up to here the heap grows without the whole of it being looked through for what could be let go of: while a large book
 * is read nearly nothing can, and looking anyway took a fifth of the time.
 */
export const GROWS_TO_MB: Readonly<Record<BookProcess, number>> = { reader: 200, writer: 64 };
