// What a program needs to call this book, to be pasted into its settings; it is shown once, and says when the program has called.
import { httpClients, serverName } from '@zorivest/vocabulary';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';

export type CreatedKey = Answer<'auth', 'createKey'>;

export type ClientName = keyof typeof httpClients;

/** Whose settings are JSON: the page writes no other. */
export const pasted = (Object.keys(httpClients) as ClientName[]).filter((name) => httpClients[name].format === 'json');

/** Longer than a person switches to another program and back. */
const LOOKS_AGAIN_MS = 2000;

interface ConnectingProps {
  readonly created: CreatedKey;
  /** Known already where it was asked for before the key was made. */
  readonly program?: ClientName | '';
}

export function Connecting({ created: { key_id, raw_key }, program = '' }: ConnectingProps): ReactNode {
  const url = useEndpoint('system', 'status').data?.mcp_url ?? null;
  const keys = useEndpoint('auth', 'listKeys', undefined, { refetchInterval: LOOKS_AGAIN_MS });
  const hasCalled = (keys.data ?? []).some((key) => key.key_id === key_id && key.last_used_at !== null);
  const [client, setClient] = useState<ClientName | ''>(program);
  const [isCopied, setCopied] = useState(false);
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
      <p>The key is shown only once: put it into the program’s settings now.</p>
      {url !== null && <ProgramChoice value={client} onChange={setClient} />}
      {chosen !== null && (
        <p>
          Add this to {chosen.file}, then {chosen.next}.
        </p>
      )}
      <pre className="scroll own-words" tabIndex={0} role="region" aria-label="Text to copy">
        {text}
      </pre>
      <p className="page-tools">
        <button
          type="button"
          className="button main"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
        <span role="status">
          {hasCalled ? (
            <>
              <Icon name="check" /> Connected: first call received.
            </>
          ) : (
            'Waiting for its first call …'
          )}
        </span>
      </p>
    </>
  );
}

interface ProgramChoiceProps {
  readonly value: ClientName | '';
  readonly onChange: (name: ClientName | '') => void;
}

export function ProgramChoice({ value, onChange }: ProgramChoiceProps): ReactNode {
  return (
    <p>
      <label>
        Program{' '}
        <select
          className="plain-select"
          value={value}
          onChange={({ target }) => onChange(target.value as ClientName | '')}
        >
          <option value="">Other: show only the key</option>
          {pasted.map((name) => (
            <option key={name} value={name}>
              {httpClients[name].title}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}
