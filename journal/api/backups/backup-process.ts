// Copies, seals and checks a book away from the service: a large one takes seconds of processor time.
import { onErrand } from '../core/errand.ts';
import { discardFile } from '../home/files.ts';
import { openConnection, snapshotInto } from '../store/dialect.ts';
import { subkey } from '../vault/envelope.ts';
import { randomBytes } from 'node:crypto';
import { KEY_DOMAIN, openBackup, writeBackup } from './container.ts';
import type { BackupAnswer, BackupJob, MakeJob, StageJob } from './jobs.ts';
import { explainBackupError, stageBackup } from './stage.ts';

async function make(job: MakeJob): Promise<void> {
  const key = (salt: Uint8Array) => subkey(job.dataKey, KEY_DOMAIN, salt);
  try {
    const connection = openConnection(job.database, job.dataKey, { readonly: true });
    try {
      snapshotInto(connection, job.snapshot);
    } finally {
      connection.close();
    }
    const { snapshot, bootstrap, bookId, version } = job;
    await writeBackup({
      path: job.target,
      snapshot,
      bootstrap,
      bookId,
      key,
      random: randomBytes,
      now: job.at,
      version,
    });
    const backup = openBackup(job.target);
    try {
      backup.extract(null, key);
    } finally {
      backup.close();
    }
  } finally {
    discardFile(job.snapshot);
  }
}

function stage(job: StageJob): void {
  const backup = openBackup(job.file);
  try {
    stageBackup(backup, job.staged, job.dataKeys, randomBytes);
  } finally {
    backup.close();
  }
}

onErrand(async (job: BackupJob): Promise<BackupAnswer> => {
  try {
    if (job.kind === 'make') await make(job);
    else stage(job);
    return { fault: null };
  } catch (error) {
    return { fault: explainBackupError(error) };
  }
});
