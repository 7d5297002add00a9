// One operation on a book, in a process that is about to be killed. Run by `crash-points.ts`.
import { createClient } from '@zorivest/contract';
import { initBook } from '../init.ts';
import { rekeyBook } from '../rekey.ts';
import { restoreBook } from '../restore.ts';
import { demoBook } from '@zorivest/demo';
import { startService } from '../service.ts';
import { passphrase as usual } from './test-service.ts';
import { quickKdf } from './quick-kdf.ts';
import { BACKUP, CSV, type Operation } from './crash-homes.ts';

const [operation, home] = process.argv.slice(2) as [Operation, string];
/** That of an existing book, if one is operated on. */
const passphrase = process.env['CRASH_PASSPHRASE'] ?? usual;

async function withService(work: (client: ReturnType<typeof createClient>) => Promise<unknown>): Promise<void> {
  const service = await startService({ demo: demoBook, home, port: 0 });
  const client = createClient({ baseUrl: service.url, auth: { kind: 'passphrase', passphrase } });
  await work(client);
  await service.stop();
}

const operations: Readonly<Record<Operation, () => Promise<unknown>>> = {
  init: () => initBook(home, passphrase, quickKdf),
  restore: () => restoreBook(home, BACKUP, { kind: 'passphrase', passphrase }),
  rekey: () => rekeyBook(home, passphrase),
  backup: () => withService((client) => client.backups.create()),
  // Opening the book brings it to the newest version.
  migration: () => withService((client) => client.trades.list({ query: {} })),
  import: () =>
    withService((client) =>
      client.imports.brokerCsv({
        body: { account_id: 'U1', file: { bytes: new TextEncoder().encode(CSV), name: 'statement.csv' } },
      }),
    ),
  undo: () =>
    withService(async (client) => {
      const [run] = (await client.imports.list({ query: {} })).items;
      await client.imports.undo({ params: { run_id: run?.run_id ?? '' } });
    }),
};

await operations[operation]();
process.exit();
