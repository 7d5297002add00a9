// Mappings of columns that were saved, and the way to forget one.
import type { ReactNode } from 'react';
import { AskFirst } from '../../components/ask-first.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';

export function Profiles(): ReactNode {
  const broker = useEndpoint('imports', 'profiles');
  const bank = useEndpoint('banking', 'profiles');
  const all = [
    ...(broker.data ?? []).map(({ name }) => ({ name, of: 'trades', forget: api.imports.removeProfile })),
    ...(bank.data ?? []).map(({ name }) => ({ name, of: 'bank transactions', forget: api.banking.removeProfile })),
  ];
  if (all.length === 0) return null;
  return (
    <section className="card" aria-labelledby="profiles">
      <h2 id="profiles">Saved mappings</h2>
      <ul className="strip">
        {all.map(({ name, of, forget }) => (
          <li key={`${of} ${name}`} className="page-tools">
            {name} <span className="quiet">{of}</span>
            <AskFirst
              button="Forget"
              about={name}
              title={`Forget the mapping ${name}?`}
              act={() => forget({ params: { name } })}
              changes="import_profile"
            >
              Data imported with it stays.
            </AskFirst>
          </li>
        ))}
      </ul>
    </section>
  );
}
