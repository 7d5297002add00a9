// Rates between currencies: without one, a trade in another currency is in no figure, and the page has to say so.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { count } from '../amount/format.ts';
import { queries } from '../client/cache.ts';
import { api } from '../client/client.ts';
import type { Problem } from '../client/problem.ts';
import { FormDialog } from './form-dialog.tsx';

interface RateProblem {
  readonly code: string;
  readonly message: string;
}

type Put = Parameters<typeof api.fx.put>[0]['body'];
type ImportBody = Parameters<typeof api.fx.import>[0]['body'];

/** The service's sentence ends with its routes, which are nothing to a person. */
const withoutRoutes = (message: string) => message.replace(/:[^:]*\bPUT \/fx\/rates.*$/s, '.');

/** Where figures lack rates: which, and the ways to have them. */
export function MissingRates({ problems }: { readonly problems: readonly RateProblem[] }): ReactNode {
  const missing = problems.filter(({ code }) => code === 'no_rate');
  if (missing.length === 0) return null;
  return (
    <section className="card question" aria-label="Exchange rates are missing">
      {missing.map(({ message }) => (
        <p key={message}>
          {withoutRoutes(message)} Trades that need a rate are excluded from all figures and lists until it is known.
        </p>
      ))}
      <RateActs />
    </section>
  );
}

export function RateActs(): ReactNode {
  const id = useId();
  const refresh = () => void queries.invalidateQueries();
  const fetched = useMutation<number, Problem>({
    mutationFn: async () => (await api.fx.fetch({ body: {} })).stored,
    onSettled: refresh,
  });
  const imported = useMutation<number, Problem, File>({
    // A page sends a file as it is; the contract's type speaks of a program's.
    mutationFn: async (file) => (await api.fx.import({ body: { file } as unknown as ImportBody })).stored,
    onSettled: refresh,
  });
  const stored = fetched.data ?? imported.data;
  const error = fetched.error ?? imported.error;
  return (
    <>
      <div className="page-tools">
        <button type="button" className="button" disabled={fetched.isPending} onClick={() => fetched.mutate()}>
          Fetch rates
        </button>
        <FormDialog
          button="Enter a rate"
          title="A rate"
          changes="fx_rate"
          fields={[
            { name: 'date', label: 'Day', kind: 'date', required: true },
            { name: 'base', label: 'Currency (such as EUR)', required: true },
            { name: 'quote', label: 'Quoted in (such as USD)', required: true },
            { name: 'rate', label: 'Rate', kind: 'number', required: true },
          ]}
          save={(values) => api.fx.put({ body: { rates: [values] } as unknown as Put })}
        />
      </div>
      <div className="field">
        <label htmlFor={id}>Or import the European Central Bank’s file (eurofxref-hist.csv or its zip)</label>
        <input
          id={id}
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) imported.mutate(file);
            target.value = '';
          }}
        />
      </div>
      {(fetched.isPending || imported.isPending) && <p aria-busy="true">Importing rates …</p>}
      {stored !== undefined && <p role="status">{`${count(stored)} rates are in the book.`}</p>}
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}
