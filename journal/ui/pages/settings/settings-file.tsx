// Settings in a file: written here, read elsewhere, and what a file would change is shown before it does.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { count } from '../../amount/format.ts';
import { Download } from '../../components/download.tsx';
import { Table } from '../../components/table.tsx';
import { noteWrite } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import { Problem } from '../../client/problem.ts';
import { shownValue } from './shown-value.ts';

type Document = Parameters<typeof api.config.import>[0]['body'];
type Outcome = Answer<'config', 'import'>;

interface Read {
  readonly name: string;
  readonly document: Document;
  readonly outcome: Outcome;
}

export function SettingsFile(): ReactNode {
  const id = useId();
  const [read, setRead] = useState<Read | null>(null);
  const look = useMutation<Read, Problem, File>({
    mutationFn: async (file) => {
      const document = documentIn(file.name, await file.text());
      return {
        name: file.name,
        document,
        outcome: await api.config.import({ query: { dry_run: true }, body: document }),
      };
    },
    onMutate: () => setRead(null),
    onSuccess: setRead,
  });
  const take = useMutation<Outcome, Problem, Document>({
    mutationFn: (document) => api.config.import({ body: document }),
    onSuccess: () => setRead(null),
    onSettled: () => noteWrite('setting'),
  });
  return (
    <>
      <p className="quiet">
        The file contains display, calculation, log and backup settings. Values specific to this machine, such as
        folders, columns and accounts, are not included, nor is any key or password.
      </p>
      <p className="page-tools">
        <Download name="zorivest-settings.json" get={settingsFile}>
          Export to a file
        </Download>
      </p>
      <div className="field">
        <label htmlFor={id}>Import a settings file; its changes are shown first</label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            take.reset();
            if (file !== undefined) look.mutate(file);
          }}
        />
      </div>
      {look.isPending && <p aria-busy="true">Reading …</p>}
      {look.error && <p role="alert">{look.error.message}</p>}
      {take.error && <p role="alert">{take.error.message}</p>}
      {take.data && <p role="status">{describeChanges(take.data.changes.length)}</p>}
      {read !== null && (
        <section className="card" aria-label={`Changes from ${read.name}`}>
          <OutcomeText name={read.name} outcome={read.outcome} />
          <p className="page-tools">
            {read.outcome.changes.length > 0 && (
              <button
                type="button"
                className="button main"
                disabled={take.isPending}
                onClick={() => take.mutate(read.document)}
              >
                {read.outcome.changes.length === 1 ? 'Change it' : `Change these ${count(read.outcome.changes.length)}`}
              </button>
            )}
            <button type="button" className="button" disabled={take.isPending} onClick={() => setRead(null)}>
              Cancel
            </button>
          </p>
        </section>
      )}
    </>
  );
}

const describeChanges = (changes: number) =>
  changes === 1 ? 'One setting was changed.' : `${count(changes)} settings were changed.`;

/** As a person can read and edit it. */
const settingsFile = async () =>
  new Blob([`${JSON.stringify(await api.config.export(), null, 2)}\n`], { type: 'application/json' });

/** The service judges what is in it; that it is JSON at all is found out here. */
function documentIn(name: string, text: string): Document {
  try {
    return JSON.parse(text) as Document;
  } catch {
    throw new Problem(0, 'invalid', `${name} is not a settings file (not JSON). Nothing was changed.`);
  }
}

function OutcomeText({ name, outcome }: { readonly name: string; readonly outcome: Outcome }): ReactNode {
  const { changes, accepted, rejected, reasons, unknown } = outcome;
  const same = accepted.length - changes.length;
  return (
    <>
      {changes.length === 0 ? (
        <p>Nothing in {name} would change a setting.</p>
      ) : (
        <Table
          label="Changes"
          rows={changes}
          keyOf={({ key }) => key}
          columns={[
            { name: 'Setting', cell: ({ key }) => <code>{key}</code>, text: true },
            { name: 'Now', cell: ({ before }) => shownValue(before), text: true },
            { name: 'After', cell: ({ after }) => shownValue(after), text: true },
          ]}
        />
      )}
      {same > 0 && <p className="quiet">{same === 1 ? 'One is' : `${count(same)} are`} already as the file has it.</p>}
      {rejected.length > 0 && (
        <ul aria-label="Refused">
          {rejected.map((key) => (
            <li key={key}>
              <code>{key}</code> is refused: {reasons[key]}
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <p>
          Unknown here and left out: <code className="own-words">{unknown.join(', ')}</code>
        </p>
      )}
    </>
  );
}
