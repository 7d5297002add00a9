// Cash movements: what statements of banks and brokers brought in, and what is added by hand.
import { transactionCategories } from '@zorivest/vocabulary';
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { AccountName } from '../../components/account-name.tsx';
import { Download } from '../../components/download.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { onlyChanged } from '../../components/form-values.ts';
import { Menu } from '../../components/menu.tsx';
import { Pager } from '../../components/pager.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';

type NewTransaction = Parameters<typeof api.banking.submit>[0]['body'];

type ChangedTransaction = Parameters<typeof api.banking.change>[0]['body'];

const PAGE = 25;

const kinds = transactionCategories.map((category) => [category, category.replaceAll('_', ' ')] as const);

const qualifiedOptions = [
  ['', 'from the days held'],
  ['yes', 'yes'],
  ['no', 'no'],
] as const;

function qualifiedOf(answer: string | number | boolean | undefined): { readonly qualified?: boolean } {
  return answer === 'yes' || answer === 'no' ? { qualified: answer === 'yes' } : {};
}

export function Cash(): ReactNode {
  const [offset, setOffset] = useState(0);
  const [account, setAccount] = useState('');
  const accounts = useAccountOptions();
  const query = { limit: PAGE, offset, ...(account !== '' && { account_id: account }) };
  const moved = useEndpoint('banking', 'transactions', { query });
  return (
    <>
      <div className="page-tools">
        <select
          className="plain-select"
          aria-label="Account of the cash movements"
          value={account}
          onChange={(event) => {
            setAccount(event.target.value);
            setOffset(0);
          }}
        >
          <option value="">All accounts</option>
          {accounts.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <FormDialog
          button="Record a cash movement"
          title="Record a cash movement"
          changes="account"
          fields={[
            { name: 'account_id', label: 'Account', options: accounts, value: account },
            { name: 'date', label: 'Day', kind: 'date', required: true },
            { name: 'amount', label: 'Amount (negative: outflow)', kind: 'number', required: true },
            { name: 'description', label: 'Description', required: true },
            { name: 'category', label: 'Kind', options: [['', 'from its description'], ...kinds] },
            { name: 'symbol', label: 'Security', kind: 'ticker' },
            { name: 'qualified', label: 'Qualified dividend', options: qualifiedOptions },
          ]}
          save={({ account_id, qualified, ...row }) =>
            api.banking.submit({
              // The service judges what was written; a form cannot know more.
              body: {
                account_id,
                transactions: [{ ...row, ...qualifiedOf(qualified) }],
              } as unknown as NewTransaction,
            })
          }
        />
        <Download name="cash.csv" get={() => api.exports.cash({ query: {} })}>
          All as CSV
        </Download>
      </div>
      <WhenLoaded query={moved} height={160}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty>Cash movements come with bank and broker statements.</Empty>
          ) : (
            <>
              <p className="quiet">{count(total)} movements, newest first</p>
              <Table
                stacked
                label="Cash movements"
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  { name: 'Day', cell: ({ date }) => weekday(date), text: true },
                  { name: 'Account', cell: ({ account_id }) => <AccountName id={account_id} />, text: true },
                  { name: 'What', cell: ({ description }) => description, text: true },
                  {
                    name: 'Kind',
                    cell: ({ category }) => category.replaceAll('_', ' '),
                    text: true,
                    minor: 'tablet',
                  },
                  {
                    name: 'Security',
                    cell: ({ symbol, qualified }) =>
                      `${symbol ?? '–'}${qualified === null ? '' : qualified ? ', qualified' : ', not qualified'}`,
                    text: true,
                    minor: 'tablet',
                  },
                  {
                    name: 'Amount',
                    cell: ({ amount, currency }) => <Amount value={amount} currency={currency} result />,
                  },
                  {
                    name: 'Change',
                    silent: true,
                    cell: ({ id, date, description, category, symbol, qualified }) => (
                      <Menu of={`${description}, ${weekday(date)}`}>
                        <FormDialog
                          button="Change"
                          about={`${description}, ${weekday(date)}`}
                          title={`What ${description} was`}
                          changes="account"
                          form={`movement:${id}`}
                          fields={[
                            { name: 'category', label: 'Kind', options: kinds, value: category },
                            { name: 'symbol', label: 'Security', kind: 'ticker', value: symbol },
                            {
                              name: 'qualified',
                              label: 'Qualified dividend',
                              options: qualifiedOptions,
                              value: qualified === null ? '' : qualified ? 'yes' : 'no',
                            },
                          ]}
                          save={async ({ qualified: answered, symbol: written, ...values }, changed) => {
                            const whole = {
                              ...values,
                              symbol: written ?? null,
                              qualified: null,
                              ...qualifiedOf(answered),
                            };
                            const body = onlyChanged(whole, changed) as unknown as ChangedTransaction;
                            if (Object.keys(body).length > 0)
                              await api.banking.change({ params: { transaction_id: id }, body });
                          }}
                        />
                      </Menu>
                    ),
                  },
                ]}
              />
              <Pager offset={offset} size={PAGE} total={total} onChange={setOffset} />
            </>
          )
        }
      </WhenLoaded>
    </>
  );
}
