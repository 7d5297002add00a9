// A file of the service, saved where the browser saves downloads. It is fetched with the session, which no link could carry.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Problem } from '../client/problem.ts';
import { saveFile } from './save-file.ts';

interface DownloadProps {
  readonly name: string;
  /** What the service answers with a document or bytes; in a page they are a blob. */
  readonly get: () => Promise<unknown>;
  readonly children: ReactNode;
}

export function Download({ name, get, children }: DownloadProps): ReactNode {
  const download = useMutation<void, Problem>({ mutationFn: async () => saveFile((await get()) as Blob, name) });
  return (
    <>
      <button type="button" className="button" disabled={download.isPending} onClick={() => download.mutate()}>
        {children}
      </button>
      {download.error && <span role="alert">{download.error.message}</span>}
    </>
  );
}
