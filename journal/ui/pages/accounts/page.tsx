// The accounts of the book: what they hold, what moved in them, and how another one is opened.
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { percent } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { SmallLine } from '../../charts/small-line.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Account, typeText } from './account.ts';
import { AccountActs } from './account-acts.tsx';
import { Cash } from './cash.tsx';
import { Events } from './events.tsx';
import { NewAccount } from './new-account.tsx';
import { Positions } from './positions.tsx';
import { markText, Reconciliation } from './reconciled.tsx';
import { ReviewBalances } from './review.tsx';

export function AccountsPage(): ReactNode {
  const [archived, setArchived] = useState(false);
  const accounts = useEndpoint('accounts', 'list', {
    query: { with_history: true, ...(archived && { include_archived: true }) },
  });
  return (
    <Page
      title="Accounts"
      aside={
        <div className="page-tools">
          <label>
            <input type="checkbox" checked={archived} onChange={(event) => setArchived(event.target.checked)} /> Show
            archived
          </label>
          <ReviewBalances accounts={accounts.data ?? []} />
          <NewAccount />
        </div>
      }
    >
      <section className="card" aria-label="Accounts">
        <WhenLoaded query={accounts} height={160}>
          {(all) =>
            all.length === 0 ? (
              <Empty action={<NewAccount />}>No account yet. Create one to record trades.</Empty>
            ) : (
              <AccountTable accounts={all} />
            )
          }
        </WhenLoaded>
      </section>
      <section className="card" aria-labelledby="reconciliation">
        <h2 id="reconciliation">Reconciliation</h2>
        <Reconciliation />
      </section>
      <section className="card" aria-labelledby="open-positions">
        <h2 id="open-positions">Open positions</h2>
        <Positions />
      </section>
      <section className="card" aria-labelledby="cash">
        <h2 id="cash">Money</h2>
        <Cash />
      </section>
      <section className="card" aria-labelledby="events">
        <h2 id="events">Events</h2>
        <Events />
      </section>
    </Page>
  );
}

/** The recorded balances as a line as small as a word; the figure next to it is the last of them. */
function BalanceLine({ history }: { readonly history: readonly number[] }): ReactNode {
  if (history.length < 2) return null;
  const first = history[0] ?? 0;
  return <SmallLine points={history.map((balance) => balance - first)} />;
}

/** Of what all accounts in the same currency hold; what is owed is no part of it. */
function ShareOf({
  account,
  accounts,
}: {
  readonly account: Account;
  readonly accounts: readonly Account[];
}): ReactNode {
  const own = account.latest_balance;
  const whole = accounts
    .filter(({ currency }) => currency === account.currency)
    .reduce((sum, { latest_balance }) => sum + Math.max(0, latest_balance ?? 0), 0);
  return own === null || own < 0 || whole === 0 ? '–' : `${percent(own / whole, 0)} of ${account.currency}`;
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }): ReactNode {
  return (
    <Table
      label="Accounts"
      rows={accounts}
      keyOf={({ account_id }) => account_id}
      columns={[
        { name: 'Name', cell: ({ name, is_archived }) => `${name}${is_archived ? ' (archived)' : ''}`, text: true },
        { name: 'Type', cell: ({ account_type }) => typeText(account_type), text: true, minor: 'tablet' },
        {
          name: 'Balance',
          cell: ({ latest_balance, currency }) => <Amount value={latest_balance} currency={currency} />,
        },
        { name: 'Trend', cell: ({ history }) => <BalanceLine history={history ?? []} />, text: true, minor: true },
        { name: 'Share', cell: (account) => <ShareOf account={account} accounts={accounts} />, minor: true },
        { name: 'As of', cell: ({ latest_balance_date }) => weekday(latest_balance_date), minor: 'tablet' },
        { name: 'Reconciled', cell: (account) => markText(account), text: true, minor: true },
        { name: 'Actions', silent: true, cell: (account) => <AccountActs account={account} /> },
      ]}
    />
  );
}
