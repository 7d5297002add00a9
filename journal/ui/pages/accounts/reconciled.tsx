// How far the book was reconciled with its brokers: the mark of an account, and what differs with its cause.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { count } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { AccountName } from '../../components/account-name.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { Account } from './account.ts';
import { settlingOf } from './settling.ts';

const differ = (differences: number): string =>
  differences === 1 ? 'one open difference' : `${count(differences)} open differences`;

export function markText({ reconciled_to, differences }: Pick<Account, 'reconciled_to' | 'differences'>): string {
  if (differences > 0)
    return reconciled_to === null ? differ(differences) : `to ${weekday(reconciled_to)}, ${differ(differences)}`;
  return reconciled_to === null ? 'never' : `to ${weekday(reconciled_to)}`;
}

/** The mark of all accounts in one line, for the head of a page that rests on them. */
export function BookMark(): ReactNode {
  const accounts = useEndpoint('accounts', 'list');
  const traded = (accounts.data ?? []).filter(({ account_type }) => account_type !== 'bank');
  if (traded.length === 0) return null;
  const open = traded.reduce((sum, { differences }) => sum + differences, 0);
  const held = traded.flatMap(({ reconciled_to }) => reconciled_to ?? []).toSorted();
  const text =
    open > 0
      ? differ(open)
      : held.length === 0
        ? 'Not reconciled yet'
        : held.length < traded.length
          ? `${held.length} of ${traded.length} accounts reconciled`
          : `reconciled to ${weekday(held[0])}`;
  return <Link href="/accounts">{`Book: ${text}`}</Link>;
}

export function Reconciliation(): ReactNode {
  const query = useEndpoint('reconciliations', 'list', { query: {} });
  return (
    <WhenLoaded query={query} height={120}>
      {({ items }) => {
        const differences = items.flatMap(({ account_id, date, statement_id, checks }) =>
          checks.flatMap((one) => (one.cause === null ? [] : [{ ...one, account_id, date, statement_id }])),
        );
        const equal = items.reduce((sum, { checks }) => sum + checks.filter(({ cause }) => cause === null).length, 0);
        if (items.length === 0)
          return <Empty>Import a statement that lists positions or balances to reconcile it with the book.</Empty>;
        return (
          <>
            <p>{`Statements: ${count(items.length)}; figures equal: ${count(equal)}, different: ${count(differences.length)}.`}</p>
            {differences.length === 0 ? null : (
              <Table
                label="Differences"
                rows={differences}
                keyOf={(one) => `${one.statement_id} ${one.account_id} ${one.kind} ${one.subject} ${one.stated}`}
                columns={[
                  { name: 'Account', cell: ({ account_id }) => <AccountName id={account_id} />, text: true },
                  { name: 'Date', cell: ({ date }) => weekday(date) },
                  { name: 'What', cell: ({ kind, subject }) => `${kind} ${subject}`, text: true },
                  { name: 'Statement', cell: ({ stated }) => String(stated) },
                  { name: 'Book', cell: ({ book }) => (book === null ? '–' : String(book)) },
                  { name: 'Rows', cell: ({ rows }) => <span className="wrapped">{rowsOf(rows)}</span>, text: true },
                  { name: 'Why', cell: ({ cause }) => <span className="wrapped">{cause}</span>, text: true },
                  {
                    name: 'Resolution',
                    cell: ({ act, fix, kind, subject, account_id, date }) =>
                      fix === null ? (
                        <span className="wrapped">{act ?? 'explained'}</span>
                      ) : (
                        <Settle fix={fix} about={`${account_id} ${kind} ${subject}, ${weekday(date)}`} />
                      ),
                    text: true,
                  },
                ]}
              />
            )}
          </>
        );
      }}
    </WhenLoaded>
  );
}

const MOST_ROWS = 4;

/** Of the statement first, then fills and movements of the book. */
function rowsOf(rows: readonly string[]): string {
  const some = rows.slice(0, MOST_ROWS).join(', ');
  return rows.length === 0
    ? '–'
    : rows.length > MOST_ROWS
      ? `${some} and ${count(rows.length - MOST_ROWS)} more`
      : some;
}

type Fix = NonNullable<Answer<'reconciliations', 'list'>['items'][number]['checks'][number]['fix']>;

/** One act makes the figures equal: an event, a fill or a row of money. What only the person knows is asked for. */
function Settle({ fix, about }: { readonly fix: Fix; readonly about: string }): ReactNode {
  const { title, changes, fields, save } = settlingOf(fix);
  const asked = new Set(fields.map(({ name }) => name));
  return (
    <FormDialog
      button={title}
      about={about}
      title={title}
      changes={changes}
      form={`settle:${about}`}
      fields={fields}
      save={save}
    >
      <p className="quiet">
        {Object.entries(fix)
          .filter(([name]) => name !== 'kind' && !asked.has(name))
          .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
          .join(', ')}
      </p>
    </FormDialog>
  );
}
