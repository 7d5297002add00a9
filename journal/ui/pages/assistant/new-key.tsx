// Giving out a key: what it may, and the key itself, which is shown this once.
import { httpClients, serverName } from '@zorivest/words';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';

type Created = Answer<'auth', 'createKey'>;
type Wanted = Parameters<typeof api.auth.createKey>[0]['body'];

const DAY_SECONDS = 86_400;

type ClientName = keyof typeof httpClients;

/** Whose settings are JSON: the page writes no other. */
const pasted = (Object.keys(httpClients) as ClientName[]).filter((name) => httpClients[name].format === 'json');

export function NewKey(): ReactNode {
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <>
      <FormDialog
        button="New key"
        title="New key"
        changes="key"
        fields={[
          { name: 'name', label: 'For which assistant or program', required: true },
          {
            name: 'role',
            label: 'It may',
            options: [
              ['read-write', 'read and write'],
              ['read-only', 'read only'],
            ],
          },
          { name: 'days', label: 'Ends after so many days (never when empty)', kind: 'number' },
        ]}
        save={async ({ name, role, days }) => {
          const body = { name, role, ...(days !== undefined && { expires_in: Number(days) * DAY_SECONDS }) };
          // The service judges what was written; a form cannot know more.
          setCreated(await api.auth.createKey({ body: body as unknown as Wanted }));
        }}
      />
      {created !== null && (
        <Dialog title={`The key of ${created.name}`} onClose={() => setCreated(null)} wide>
          <Connecting created={created} />
        </Dialog>
      )}
    </>
  );
}

/** Longer than a person switches to another program and back. */
const LOOKS_AGAIN_MS = 2000;

/** What to paste where, and whether the program has called yet. */
function Connecting({ created: { key_id, raw_key } }: { readonly created: Created }): ReactNode {
  const url = useEndpoint('system', 'status').data?.mcp_url ?? null;
  const keys = useEndpoint('auth', 'listKeys', undefined, { refetchInterval: LOOKS_AGAIN_MS });
  const hasCalled = (keys.data ?? []).some((key) => key.key_id === key_id && key.last_used_at !== null);
  const [client, setClient] = useState<ClientName | ''>('');
  const chosen = client === '' || url === null ? null : httpClients[client];
  const text =
    chosen === null || url === null
      ? raw_key
      : JSON.stringify(
          { [chosen.under]: { [serverName]: chosen.entry(url, { Authorization: `Bearer ${raw_key}` }) } },
          null,
          2,
        );
  return (
    <>
      <p>It is shown this once: put it into the settings of the program now.</p>
      {url !== null && (
        <p>
          <label>
            Program{' '}
            <select
              className="plain-select"
              value={client}
              onChange={({ target }) => setClient(target.value as ClientName | '')}
            >
              <option value="">another: only the key</option>
              {pasted.map((name) => (
                <option key={name} value={name}>
                  {httpClients[name].title}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      {chosen !== null && (
        <p>
          Add this to {chosen.file}, then {chosen.next}.
        </p>
      )}
      <pre className="scroll own-words" tabIndex={0} role="region" aria-label="To be copied">
        {text}
      </pre>
      <p className="page-tools">
        <button type="button" className="button main" onClick={() => void navigator.clipboard.writeText(text)}>
          Copy
        </button>
        <span role="status">{hasCalled ? 'Connected: it has called.' : 'Waiting for its first call …'}</span>
      </p>
      <p className="quiet">
        <code>zorivest connect</code> in a terminal makes a key and writes it into the settings of a known client by
        itself.
      </p>
    </>
  );
}
