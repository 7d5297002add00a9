import type { ReactNode } from 'react';
import { plain } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { Act } from '../../parts/act.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';

export function Backups(): ReactNode {
  const backups = useEndpoint('backups', 'list');
  return (
    <>
      <p className="page-tools">
        <Act act={() => api.backups.create()} changes="backup">
          Back up now
        </Act>
      </p>
      <Loaded query={backups} height={120}>
        {(all) =>
          all.length === 0 ? (
            <Empty>No backup yet.</Empty>
          ) : (
            <Table
              label="Backups"
              rows={all}
              keyOf={({ filename }) => filename}
              columns={[
                { name: 'Made', cell: ({ modified_at }) => moment(modified_at), text: true },
                { name: 'File', cell: ({ filename }) => filename, text: true },
                { name: 'MB', cell: ({ size_bytes }) => plain(size_bytes / 1e6, 2) },
                { name: 'Kept', cell: ({ pinned }) => (pinned ? 'until you remove it' : 'in rotation'), text: true },
                {
                  name: 'Acts',
                  silent: true,
                  cell: ({ filename }) => (
                    <Act act={() => api.backups.verify({ body: { path: filename } })} changes="backup">
                      Verify
                    </Act>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </>
  );
}
