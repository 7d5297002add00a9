// Copies, seals and checks a book away from the service: a large one takes seconds of processor time.
import { existsSync } from 'node:fs';
import { discardFile, integrityFault, onChildJob, openConnection, snapshotInto, subkey } from '@zorivest/store';
import { randomBytes } from 'node:crypto';
import { KEY_DOMAIN, openBackup, writeBackup } from './container.ts';
import type { BackupAnswer, BackupJob, CheckJob, MakeJob, StageJob } from './jobs.ts';
import { ArchiveDamaged } from './archive.ts';
import { explainBackupError, stageBackup } from './stage.ts';

const COPY_CACHE_KIB = 4096;

async function make(job: MakeJob): Promise<void> {
  const key = (salt: Uint8Array) => subkey(job.dataKey, KEY_DOMAIN, salt);
  try {
    copyInto(job.database, job.dataKey, job.snapshot);
    const control = existsSync(job.control) ? job.controlSnapshot : null;
    if (control !== null) copyInto(job.control, job.dataKey, control);
    const { snapshot, bootstrap, bookId, version } = job;
    await writeBackup({
      path: job.target,
      snapshot,
      control,
      bootstrap,
      bookId,
      key,
      random: randomBytes,
      now: job.at,
      version,
    });
    const backup = openBackup(job.target);
    try {
      backup.extract({ book: null, control: null }, key);
    } finally {
      backup.close();
    }
  } finally {
    discardFile(job.snapshot);
    discardFile(job.controlSnapshot);
  }
}

function copyInto(database: string, dataKey: Uint8Array, target: string): void {
  // Every page is read once: keeping them would take as much memory as the book.
  const connection = openConnection(database, dataKey, { readonly: true, cacheKib: COPY_CACHE_KIB });
  try {
    snapshotInto(connection, target);
  } finally {
    connection.close();
  }
}

function stage(job: StageJob): void {
  const backup = openBackup(job.file);
  try {
    stageBackup(backup, { book: job.staged, control: job.stagedControl }, job.dataKeys, randomBytes);
  } finally {
    backup.close();
  }
}

/** A page that is rarely read can stay damaged unnoticed for a long time. */
function check({ database, dataKey }: CheckJob): void {
  const connection = openConnection(database, dataKey, { readonly: true, cacheKib: COPY_CACHE_KIB });
  try {
    const fault = integrityFault(connection);
    if (fault !== null)
      throw new ArchiveDamaged(`the book itself is damaged (${fault}); restore a backup with \`zorivest restore\``);
  } finally {
    connection.close();
  }
}

onChildJob(async (job: BackupJob): Promise<BackupAnswer> => {
  try {
    if (job.kind === 'make') await make(job);
    else if (job.kind === 'check') check(job);
    else stage(job);
    return { fault: null };
  } catch (error) {
    return { fault: explainBackupError(error) };
  }
});
