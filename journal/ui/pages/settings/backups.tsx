// Encrypted copies of the book: made, tried out, and put in place of it.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plain } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { Act } from '../../components/act.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { queries, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { SettingsForm } from './settings-form.tsx';
import { WholeBook } from './whole-book.tsx';

export function Backups(): ReactNode {
  const backups = useEndpoint('backups', 'list');
  return (
    <>
      <Drill />
      <div className="page-tools">
        <Act act={() => api.backups.create()} changes="backup">
          Back up now
        </Act>
        <Act act={() => api.backups.drill()} changes="backup">
          Test the newest
        </Act>
        <SettingsForm
          button="Rules"
          title="Backups"
          fields={[
            { name: 'backup.auto_interval_seconds', label: 'Seconds between backups', kind: 'number' },
            { name: 'backup.auto_change_threshold', label: 'Or after this many changes', kind: 'number' },
            { name: 'backup.max_age_days', label: 'Keep backups for (days)', kind: 'number' },
            { name: 'backup.copy_to', label: 'Also copy to this folder (empty: none)' },
          ]}
        />
      </div>
      <WhenLoaded query={backups} height={120}>
        {(all) =>
          all.length === 0 ? (
            <Empty>No backup yet.</Empty>
          ) : (
            <Table
              label="Backups"
              rows={all}
              keyOf={({ filename }) => filename}
              columns={[
                { name: 'Created', cell: ({ modified_at }) => moment(modified_at), text: true },
                { name: 'File', cell: ({ filename }) => filename, text: true },
                { name: 'MB', cell: ({ size_bytes }) => plain(size_bytes / 1e6, 2) },
                {
                  name: 'Retention',
                  cell: ({ pinned }) => (pinned ? 'until you remove it' : 'in rotation'),
                  text: true,
                },
                { name: 'Actions', silent: true, cell: (backup) => <BackupActs backup={backup} /> },
              ]}
            />
          )
        }
      </WhenLoaded>
      <WholeBook />
    </>
  );
}

function Drill(): ReactNode {
  const drill = useEndpoint('backups', 'lastDrill');
  return (
    <WhenLoaded query={drill} height={24}>
      {(last) => (
        <p>
          {last === null
            ? 'No backup tested yet; the service tests one every week.'
            : last.status === 'passed'
              ? `Tested ${moment(last.at)}: ${last.filename} could be restored.`
              : `Tested ${moment(last.at)}: ${last.filename} could not be restored: ${last.error ?? 'unreadable'}`}
        </p>
      )}
    </WhenLoaded>
  );
}

type Backup = Answer<'backups', 'list'>[number];

function BackupActs({ backup: { filename, modified_at } }: { readonly backup: Backup }): ReactNode {
  const [asking, setAsking] = useState(false);
  const verify = useMutation<Answer<'backups', 'verify'>, Problem>({
    mutationFn: () => api.backups.verify({ body: { path: filename } }),
  });
  return (
    <span className="page-tools">
      <button type="button" className="button" disabled={verify.isPending} onClick={() => verify.mutate()}>
        Verify
      </button>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        Restore
      </button>
      {verify.data && (
        <span role="status">
          {verify.data.status === 'valid' ? 'whole' : (verify.data.error ?? verify.data.status)}
        </span>
      )}
      {verify.error && <span role="alert">{verify.error.message}</span>}
      {asking && <Restore filename={filename} made={modified_at} onClose={() => setAsking(false)} />}
    </span>
  );
}

interface RestoreProps {
  readonly filename: string;
  readonly made: string;
  readonly onClose: () => void;
}

function Restore({ filename, made, onClose }: RestoreProps): ReactNode {
  const restore = useMutation<Answer<'backups', 'restore'>, Problem>({
    mutationFn: () => api.backups.restore({ body: { path: filename } }),
    onSuccess: () => void queries.invalidateQueries(),
  });
  const failed = restore.data !== undefined && restore.data.status !== 'success';
  return (
    <Dialog title="Restore this backup?" onClose={onClose}>
      {restore.data?.status === 'success' ? (
        <p role="status">
          The book is as it was on {moment(made)}. The book before is saved as {restore.data.kept_aside}.
        </p>
      ) : (
        <>
          <p>
            The book becomes what it was on {moment(made)}. Changes since then are saved in a file and are no longer in
            the book.
          </p>
          {failed && <p role="alert">Nothing was changed: {restore.data.error ?? restore.data.status}</p>}
          {restore.error && <p role="alert">{restore.error.message}</p>}
          <p className="page-tools">
            <button type="button" className="button" autoFocus onClick={onClose}>
              Keep the book
            </button>
            <button
              type="button"
              className="button danger"
              disabled={restore.isPending}
              onClick={() => restore.mutate()}
            >
              Restore
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
}
