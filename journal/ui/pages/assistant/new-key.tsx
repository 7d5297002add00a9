// Giving out a key: what it may, and the key itself, which is shown this once.
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { api } from '../../client/client.ts';
import { Connecting, type CreatedKey } from './connecting.tsx';

type NewKeyBody = Parameters<typeof api.auth.createKey>[0]['body'];

const DAY_SECONDS = 86_400;

export function NewKey(): ReactNode {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <>
      <FormDialog
        button="New key"
        title="New key"
        changes="key"
        fields={[
          { name: 'name', label: 'Assistant or program', required: true },
          {
            name: 'role',
            label: 'Access',
            options: [
              ['read-write', 'read and write'],
              ['read-only', 'read only'],
            ],
          },
          { name: 'days', label: 'Expires after (days; empty: never)', kind: 'number' },
        ]}
        save={async ({ name, role, days }) => {
          const body = { name, role, ...(days !== undefined && { expires_in: Number(days) * DAY_SECONDS }) };
          // The service judges what was written; a form cannot know more.
          setCreated(await api.auth.createKey({ body: body as unknown as NewKeyBody }));
        }}
      />
      {created !== null && (
        <Dialog title={`The key of ${created.name}`} onClose={() => setCreated(null)} wide>
          <Connecting created={created} />
          <p className="quiet">
            <code>zorivest connect</code> in a terminal creates a key and writes it into the settings of a known client.
          </p>
        </Dialog>
      )}
    </>
  );
}
