// Files are sent once; each is then reviewed and imported on its own.
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useId, useState, useEffect } from 'react';
import { Link } from 'wouter';
import { Choice } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Empty } from '../../components/states.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { queries, useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { NewAccount } from '../accounts/new-account.tsx';
import { PossibleDuplicates } from './duplicates.tsx';
import { countsOf, StatementChecks, Remarks, RowTable, type Summary, type Upload } from './summary.tsx';
import { UploadCard } from './uploaded.tsx';
import { isTyping } from '../../components/typing.ts';

// Statements from the clipboard: files, or rows that were copied out of a table.

function usePaste(take: (files: readonly File[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return;
      const files = filesIn(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  });
}

function filesIn(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])];
  if (files.length > 0) return files;
  const text = data?.getData('text/plain') ?? '';
  // One line is not a table, and was not meant as one.
  return text.trim().includes('\n') ? [new File([text], 'pasted.csv', { type: 'text/csv' })] : [];
}

/** Where the last statement of trades went: the next is mostly of the same account. */
function useLastAccount(): string | undefined {
  const accounts = useEndpoint('accounts', 'list').data ?? [];
  const runs = useEndpoint('imports', 'list', { query: { limit: 50 } }).data?.items ?? [];
  const traded = new Set(
    accounts.filter(({ account_type }) => account_type !== 'bank').map(({ account_id }) => account_id),
  );
  return runs.find(({ account_id }) => account_id !== null && traded.has(account_id))?.account_id ?? undefined;
}

interface FinishedImport {
  readonly name: string;
  readonly summary: Summary;
}

interface NewImportProps {
  /** Without it only what was sent already is shown: it is finished where it was begun. */
  readonly hasForm?: boolean;
}

export function NewImport({ hasForm = true }: NewImportProps): ReactNode {
  const id = useId();
  const accounts = useEndpoint('accounts', 'list');
  const [account, setAccount] = useState('');
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [done, setDone] = useState<readonly FinishedImport[]>([]);
  const options = useAccountOptions();
  const latest = useLastAccount();
  const chosen = account === '' ? (latest ?? options[0]?.[0]) : account;
  const send = useMutation<readonly Upload[], Problem, readonly File[]>({
    mutationFn: async (files) => {
      // A page sends files as they are; the contract's type speaks of a program's.
      const body = { file: files } as unknown as Parameters<typeof api.imports.upload>[0]['body'];
      return (await api.imports.upload({ body })).uploads;
    },
    onSuccess: (sent) => setUploads((before) => [...before, ...sent]),
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) send.mutate([...event.dataTransfer.files]);
  };
  usePaste((files) => send.mutate(files));
  const forget = (upload: Upload) => setUploads((before) => before.filter((other) => other.id !== upload.id));
  const place = hasForm ? { onDrop: drop, onDragOver: (event: DragEvent) => event.preventDefault() } : {};
  return (
    <div {...place}>
      {hasForm && accounts.data?.length === 0 && (
        <Empty action={<NewAccount onOpened={setAccount} />}>
          Trades belong to an account: create the account of this statement first.
        </Empty>
      )}
      {hasForm && (
        <>
          <Choice
            label="Account"
            value={chosen ?? ''}
            onChange={(event) => setAccount(event.target.value)}
            options={options}
          />
          <div className="drop">
            <Icon name="imports" />
            <label htmlFor={id}>Statements: drop or paste them here, or choose files</label>
            <span className="quiet">
              CSV, Excel, XML, PDF, OFX and others; nothing is stored before you have seen it
            </span>
            {/* It lies over the whole of it: a click anywhere chooses, and what is dropped on it comes in. */}
            <input
              id={id}
              type="file"
              multiple
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                event.target.value = '';
                if (files.length > 0) send.mutate(files);
              }}
            />
          </div>
        </>
      )}
      {send.isPending && <p aria-busy="true">Sending …</p>}
      {send.error && <p role="alert">{send.error.message}</p>}
      {uploads.map((upload) => (
        <UploadCard
          key={upload.id}
          upload={upload}
          account={chosen}
          onForget={() => forget(upload)}
          onDone={(summary) => {
            forget(upload);
            setDone((before) => [{ name: upload.name, summary }, ...before]);
            void queries.invalidateQueries();
          }}
        />
      ))}
      {done.map(({ name, summary }) => (
        <div key={summary.run_id} className="card upload" role="status">
          <p>
            <strong>{name}</strong> imported: {countsOf(summary)}
          </p>
          <StatementChecks summary={summary} />
          <RowTable rows={summary.rows} />
          <Remarks summary={summary} />
          {summary.look_alikes > 0 && summary.run_id !== null && <PossibleDuplicates runId={summary.run_id} />}
          {summary.imported > 0 && <Link href="/trades?period=all">Show trades</Link>}
        </div>
      ))}
    </div>
  );
}
