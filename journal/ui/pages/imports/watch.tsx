// A folder whose statements are imported automatically: off until the person names one.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { moment } from '../../amount/time.ts';
import { Choice, Field } from '../../components/field.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { queries, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type WatchedFolder = Answer<'imports', 'watch'>;

export function Watch(): ReactNode {
  const watched = useEndpoint('imports', 'watch');
  return (
    <section className="card" aria-labelledby="watch">
      <h2 id="watch">Watched folder</h2>
      <WhenLoaded query={watched} height={80}>
        {(state) => (state.folder === null ? <Begin /> : <Watching state={state} />)}
      </WhenLoaded>
    </section>
  );
}

function Begin(): ReactNode {
  const accounts = useEndpoint('accounts', 'list');
  const [folder, setFolder] = useState('');
  const [account, setAccount] = useState('');
  const begin = useMutation<unknown, Problem>({
    mutationFn: () =>
      api.imports.setWatch({ body: { folder: folder.trim(), ...(account !== '' && { account_id: account }) } }),
    onSuccess: () => void queries.invalidateQueries(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate();
      }}
    >
      <details>
        <summary>Import statements automatically</summary>
        <p>
          Statements in this folder are imported automatically when they only add and leave nothing to decide. Any
          program that may write into the folder, an assistant among them, can then add trades without asking you.
        </p>
        <Field label="Folder (full path)" value={folder} required onChange={(event) => setFolder(event.target.value)} />
        <Choice
          label="Default account"
          value={account}
          onChange={(event) => setAccount(event.target.value)}
          options={[
            ['', 'From the statement'] as const,
            ...(accounts.data ?? []).map(({ account_id, name }) => [account_id, name] as const),
          ]}
        />
        {begin.error && <p role="alert">{begin.error.message}</p>}
        <button type="submit" className="button" disabled={begin.isPending || folder.trim() === ''}>
          Watch this folder
        </button>
      </details>
    </form>
  );
}

const STATES = {
  watching: 'is watched',
  paused: 'is paused while the assistants are stopped',
  failed: 'cannot be read',
  off: 'is not watched',
} as const;

function Watching({ state }: { readonly state: WatchedFolder }): ReactNode {
  const end = useMutation<unknown, Problem>({
    mutationFn: () => api.imports.stopWatch({}),
    onSuccess: () => void queries.invalidateQueries(),
  });
  return (
    <>
      <p>
        <strong>{state.folder}</strong> {STATES[state.state]}
        {state.account_id !== null && `, for the account ${state.account_id}`}.
      </p>
      {state.fault !== null && <p role="alert">{state.fault}</p>}
      {state.warning !== null && <p>{state.warning}</p>}
      {state.files.length > 0 && (
        <Table
          label="Files in the folder"
          rows={state.files}
          keyOf={({ name }) => name}
          columns={[
            { name: 'File', cell: ({ name }) => name, text: true },
            { name: 'State', cell: (file) => file.state, text: true },
            {
              name: 'Outcome',
              cell: ({ message }) => <span className="wrapped">{message}</span>,
              text: true,
            },
            { name: 'When', cell: ({ looked_at }) => moment(looked_at), text: true },
          ]}
        />
      )}
      {end.error && <p role="alert">{end.error.message}</p>}
      <button type="button" className="button" disabled={end.isPending} onClick={() => end.mutate()}>
        Stop watching
      </button>
    </>
  );
}
