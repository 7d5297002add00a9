// The accounts of the book: what they hold, and how another one is opened.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { day } from '../../amount/time.ts';
import { Act } from '../../parts/act.tsx';
import { FormDialog, type FieldSpec } from '../../parts/form-dialog.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';
import { Events } from './events.tsx';
import { Positions } from './positions.tsx';

type Account = Answer<'accounts', 'list'>[number];
type NewAccount = Parameters<typeof api.accounts.create>[0]['body'];
type Balance = Parameters<typeof api.accounts.recordBalance>[0]['body'];

const types: FieldSpec['options'] = [
  ['broker', 'Brokerage'],
  ['bank', 'Bank'],
  ['ira', 'IRA'],
  ['401k', '401(k)'],
  ['revolving', 'Credit card'],
  ['installment', 'Loan'],
];

const fieldsOf = (account?: Account): readonly FieldSpec[] => [
  { name: 'name', label: 'Name', required: true, value: account?.name },
  { name: 'account_type', label: 'Type', options: types, value: account?.account_type },
  { name: 'institution', label: 'Institution', value: account?.institution },
  { name: 'currency', label: 'Currency', value: account?.currency ?? 'USD' },
  { name: 'is_tax_advantaged', label: 'Tax-advantaged', kind: 'flag', value: account?.is_tax_advantaged },
];

export function AccountsPage(): ReactNode {
  const accounts = useEndpoint('accounts', 'list');
  return (
    <Page
      title="Accounts"
      aside={
        <FormDialog
          button="New account"
          title="New account"
          main
          changes="account"
          fields={fieldsOf()}
          save={(given) => api.accounts.create({ body: given as unknown as NewAccount })}
        />
      }
    >
      <section className="card" aria-label="Accounts">
        <Loaded query={accounts} height={160}>
          {(all) =>
            all.length === 0 ? <Empty>A book begins with an account.</Empty> : <AccountTable accounts={all} />
          }
        </Loaded>
      </section>
      <section className="card" aria-labelledby="open-positions">
        <h2 id="open-positions">Open positions</h2>
        <Positions />
      </section>
      <section className="card" aria-labelledby="events">
        <h2 id="events">Events</h2>
        <Events />
      </section>
    </Page>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }): ReactNode {
  return (
    <Table
      label="Accounts"
      rows={accounts}
      keyOf={({ account_id }) => account_id}
      columns={[
        { name: 'Name', cell: ({ name }) => name, text: true },
        { name: 'Type', cell: ({ account_type }) => account_type, text: true },
        {
          name: 'Balance',
          cell: ({ latest_balance, currency }) => <Amount value={latest_balance} currency={currency} />,
        },
        { name: 'As of', cell: ({ latest_balance_date }) => day(latest_balance_date) },
        {
          name: 'Acts',
          silent: true,
          cell: (account) => (
            <span className="page-tools">
              <FormDialog
                button="Balance"
                title={`Balance of ${account.name}`}
                changes="account"
                fields={[{ name: 'balance', label: 'Balance', kind: 'number', required: true }]}
                save={(given) =>
                  api.accounts.recordBalance({
                    params: { account_id: account.account_id },
                    body: given as unknown as Balance,
                  })
                }
              />
              <FormDialog
                button="Edit"
                title={`Edit ${account.name}`}
                changes="account"
                fields={fieldsOf(account)}
                save={(given) =>
                  api.accounts.update({
                    params: { account_id: account.account_id },
                    body: given,
                  })
                }
              />
              <Act act={() => api.accounts.archive({ params: { account_id: account.account_id } })} changes="account">
                Archive
              </Act>
            </span>
          ),
        },
      ]}
    />
  );
}
