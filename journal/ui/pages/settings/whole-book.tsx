// The whole book in a file that any program reads, and such a file into an empty book.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { count } from '../../amount/format.ts';
import { Download } from '../../components/download.tsx';
import { queries } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Body = Parameters<typeof api.exports.importBook>[0]['body'];

export function WholeBook(): ReactNode {
  const id = useId();
  const take = useMutation<Answer<'exports', 'importBook'>, Problem, File>({
    mutationFn: (file) => api.exports.importBook({ body: { file } as unknown as Body }),
    onSuccess: () => void queries.invalidateQueries(),
  });
  return (
    <section aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>Export and import</h2>
      <p className="quiet">
        One zip with every table as CSV and every image as a file. It contains no passwords and no keys, and is not
        encrypted: store it where only you can read it.
      </p>
      <p className="page-tools">
        <Download name="zorivest-book.zip" get={() => api.exports.book({})}>
          Export the whole book
        </Download>
      </p>
      <div className="field">
        <label htmlFor={id}>Import a whole book; this one must be empty</label>
        <input
          id={id}
          type="file"
          accept=".zip,application/zip"
          disabled={take.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file !== undefined) take.mutate(file);
          }}
        />
      </div>
      {take.isPending && <p aria-busy="true">Reading …</p>}
      {take.error && <p role="alert">{take.error.message}</p>}
      {take.data && (
        <div role="status">
          <p>{count(Object.values(take.data.tables).reduce((sum, rows) => sum + rows, 0))} rows are in the book.</p>
          {take.data.to_do.length > 0 && (
            <>
              <p>To enter again:</p>
              <ul>
                {take.data.to_do.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </section>
  );
}
