// What the person knows and no statement states: a price, and a cash balance.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { count } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { noteWrite } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Prices = Parameters<typeof api.worth.putPrices>[0]['body'];
type CashStatement = Parameters<typeof api.worth.stateCash>[0]['body'];

interface OnProps {
  /** The evening that is shown. */
  readonly on: string | undefined;
}

/** The fields have the names that the service uses, so that its errors appear at their fields. */
const FIRST = 'prices.0.';

export function GivePrice({ on }: OnProps): ReactNode {
  return (
    <FormDialog
      button="Enter a price"
      title="Enter a price"
      changes="price"
      fields={[
        { name: `${FIRST}instrument`, label: 'Instrument', kind: 'ticker', required: true },
        { name: `${FIRST}date`, label: 'Day', kind: 'date', value: on, required: true },
        { name: `${FIRST}price`, label: 'Price', kind: 'number', required: true },
        { name: `${FIRST}currency`, label: 'Currency (empty: its trading currency)' },
      ]}
      save={(values) => {
        const price = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name.slice(FIRST.length), value]),
        );
        // The service judges what was written; a form cannot know more.
        return api.worth.putPrices({ body: { prices: [price] } as unknown as Prices });
      }}
    />
  );
}

type PriceImport = Answer<'worth', 'importPrices'>;
type ImportBody = Parameters<typeof api.worth.importPrices>[0]['body'];

/** Many in one call: pasted, or as a file. */
export function GivePrices(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Prices from a list
      </button>
      {isOpen && <PriceList onClose={() => setOpen(false)} />}
    </>
  );
}

function PriceList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const id = useId();
  const send = useMutation<PriceImport, Problem, File>({
    // A page sends a file as it is; the contract's type speaks of a program's.
    mutationFn: (file) => api.worth.importPrices({ body: { file } as unknown as ImportBody }),
    onSuccess: () => noteWrite('price'),
  });
  return (
    <Dialog title="Prices from a list" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const list = new FormData(event.currentTarget).get('list');
          if (typeof list === 'string' && list.trim() !== '') send.mutate(new File([list], 'prices.csv'));
        }}
      >
        <div className="field">
          <label htmlFor={`${id}-list`}>One date, instrument and price per row, such as 2026-03-31, AAPL, 231.50</label>
          <textarea id={`${id}-list`} name="list" rows={8} spellCheck={false} />
        </div>
        <button type="submit" className="button main" disabled={send.isPending}>
          Import
        </button>
      </form>
      <div className="field">
        <label htmlFor={`${id}-file`}>Or a file: CSV or Excel</label>
        <input
          id={`${id}-file`}
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) send.mutate(file);
            target.value = '';
          }}
        />
      </div>
      {send.data !== undefined && <TakenOver found={send.data} />}
      {send.error && <p role="alert">{send.error.message}</p>}
    </Dialog>
  );
}

function TakenOver({ found: { stored, instruments, from, to, invalid } }: { readonly found: PriceImport }): ReactNode {
  return (
    <>
      <p role="status">
        {`${count(stored)} prices of ${count(instruments)} instruments, ${weekday(from)} to ${weekday(to)}, are in the book.`}
      </p>
      {invalid.length > 0 && (
        <>
          <p>Left out:</p>
          <ul aria-label="Rows left out">
            {invalid.map(({ row, reason }) => (
              <li key={row}>{`Row ${row}: ${reason}`}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function StateCash({ on }: OnProps): ReactNode {
  const accounts = useAccountOptions();
  if (accounts.length === 0) return null;
  return (
    <FormDialog
      button="Set cash balance"
      title="Cash balance at the end of a day"
      changes="cash"
      fields={[
        { name: 'account_id', label: 'Account', options: accounts },
        { name: 'balance', label: 'Balance (negative: owed)', kind: 'number', required: true },
        { name: 'date', label: 'Day', kind: 'date', value: on },
        { name: 'currency', label: 'Currency (empty: the account’s)' },
      ]}
      save={(values) => api.worth.stateCash({ body: values as unknown as CashStatement })}
    />
  );
}
