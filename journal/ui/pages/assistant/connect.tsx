// Connects an assistant on the current page: choose its program, create its key, and copy its settings.
import { useMutation } from '@tanstack/react-query';
import { httpClients } from '@zorivest/vocabulary';
import { type ReactNode, useState } from 'react';
import { noteWrite } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { type ClientName, Connecting, type CreatedKey, pasted, ProgramChoice } from './connecting.tsx';

export function Connect({ button }: { readonly button: string }): ReactNode {
  const [program, setProgram] = useState<ClientName | ''>(pasted[0] ?? '');
  const make = useMutation<CreatedKey, Problem>({
    mutationFn: () =>
      api.auth.createKey({
        body: { name: program === '' ? 'Assistant' : httpClients[program].title, role: 'read-write' },
      }),
    onSettled: () => noteWrite('key'),
  });
  if (make.data !== undefined) return <Connecting created={make.data} program={program} />;
  return (
    <>
      <ProgramChoice value={program} onChange={setProgram} />
      {make.error && <p role="alert">{make.error.message}</p>}
      <p>
        <button
          type="button"
          className="button"
          disabled={make.isPending}
          aria-busy={make.isPending}
          onClick={() => make.mutate()}
        >
          {button}
        </button>
      </p>
    </>
  );
}
