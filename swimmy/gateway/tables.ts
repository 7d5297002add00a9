// Where the runs of a sweep and the trades of a run are read from: the worker's file, when it lies on this machine, else a
// copy from the queue.
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileNameOf } from '../file-name.ts';
import { connectQueue, type QueueAddress } from '../queue/address.ts';
import { openTable, type Table } from '../table/table.ts';

export interface TableSource {
  readonly file: string | undefined;
  readonly object: string | undefined;
}

export interface Tables {
  /** The table of a request; throws what is missing. */
  open(requestId: string, source: TableSource): Promise<Table>;
  /** The ledger of the pieces of a sweep. */
  openPieces(requestId: string, source: TableSource): Promise<Table>;
}

const CONNECT_MS = 5000;

export function createTables(home: string, queue: QueueAddress | undefined): Tables {
  const dir = join(home, 'tables');
  const fetching = new Map<string, Promise<void>>();

  const fetch = async (object: string, file: string): Promise<void> => {
    if (queue === undefined)
      throw new Error('the table is with a worker on another machine; give its queue with --queue URL to fetch it');
    const connection = await connectQueue(queue, { name: 'swimmy-mcp', timeout: CONNECT_MS, reconnect: false });
    try {
      const { openResults } = await import('../queue/streams.ts');
      const { fetchFile } = await import('../queue/store.ts');
      mkdirSync(dir, { recursive: true });
      if (!(await fetchFile(await openResults(connection), object, file)))
        throw new Error('the queue no longer has the table; tables expire after a week');
    } finally {
      await connection.close();
    }
  };
  const bring = async (object: string | undefined, name: string): Promise<Table> => {
    const copy = join(dir, name);
    if (!existsSync(copy)) {
      if (object === undefined) throw new Error('the table was removed from the disk of the worker');
      const under = fetching.get(copy) ?? fetch(object, copy).finally(() => fetching.delete(copy));
      fetching.set(copy, under);
      await under;
    }
    return openTable(copy);
  };
  const open = async ({ file, object }: TableSource, name: string): Promise<Table> => {
    // A path comes with an answer, which anyone can send: only a file that is named as this request's is opened.
    if (file !== undefined && basename(file) === name && existsSync(file)) return openTable(file);
    return bring(object, name);
  };
  return {
    open: (requestId, source) => open(source, fileNameOf(requestId, '.rows')),
    openPieces: (requestId, source) => open(source, fileNameOf(requestId, '.pieces')),
  };
}
