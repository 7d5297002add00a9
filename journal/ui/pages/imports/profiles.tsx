// Mappings of columns that were saved, and the way to forget one.
import type { ReactNode } from 'react';
import { AskFirst } from '../../parts/ask-first.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';

export function Profiles(): ReactNode {
  const profiles = useEndpoint('imports', 'profiles');
  if (!profiles.data?.length) return null;
  return (
    <section className="card" aria-labelledby="profiles">
      <h2 id="profiles">Saved mappings</h2>
      <ul className="strip">
        {profiles.data.map(({ name }) => (
          <li key={name} className="page-tools">
            {name}
            <AskFirst
              button="Forget"
              about={name}
              title={`Forget the mapping ${name}?`}
              act={() => api.imports.removeProfile({ params: { name } })}
              changes="import_profile"
            >
              What was imported with it stays.
            </AskFirst>
          </li>
        ))}
      </ul>
    </section>
  );
}
