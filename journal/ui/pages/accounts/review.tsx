// What each account is worth today, asked one after the other: differences show immediately, and what is not at hand
// waits for another evening.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field } from '../../components/field.tsx';
import { numberOf } from '../../components/form-values.ts';
import { Table } from '../../components/table.tsx';
import { noteWrite } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import type { Account } from './account.ts';
import { differenceOf, inTurn } from './in-turn.ts';

/** The answer for an account; null for later. */
interface BalanceAnswer {
  readonly account: Account;
  readonly balance: number | null;
}

export function ReviewBalances({ accounts }: { readonly accounts: readonly Account[] }): ReactNode {
  const [open, setOpen] = useState(false);
  const asked = inTurn(accounts);
  if (asked.length === 0) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Review balances
      </button>
      {open && (
        <Dialog title="Review balances" onClose={() => setOpen(false)}>
          <Review accounts={asked} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Review({
  accounts,
  onDone,
}: {
  readonly accounts: readonly Account[];
  readonly onDone: () => void;
}): ReactNode {
  // As they were when it began: each balance that is stored changes the list on the page.
  const [queue, setQueue] = useState(accounts);
  const [answers, setAnswers] = useState<readonly BalanceAnswer[]>([]);
  const account = queue[answers.length];
  if (account !== undefined)
    return (
      <>
        <p className="quiet">
          {count(answers.length + 1)} of {count(queue.length)}
        </p>
        <AskBalance
          key={account.account_id}
          account={account}
          onAnswer={(balance) => setAnswers((before) => [...before, { account, balance }])}
        />
      </>
    );
  const left = answers.filter(({ balance }) => balance === null).map((one) => one.account);
  return (
    <>
      <Outcome answers={answers} />
      <p className="page-tools">
        <button type="button" className="button main" autoFocus onClick={onDone}>
          Done
        </button>
        {left.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() => {
              setQueue(left);
              setAnswers([]);
            }}
          >
            {left.length === 1
              ? 'Continue with the remaining account'
              : `Continue with the ${count(left.length)} remaining accounts`}
          </button>
        )}
      </p>
    </>
  );
}

interface AskBalanceProps {
  readonly account: Account;
  readonly onAnswer: (balance: number | null) => void;
}

function AskBalance({ account, onAnswer }: AskBalanceProps): ReactNode {
  const { account_id, name, currency, latest_balance, latest_balance_date } = account;
  const [text, setText] = useState('');
  const keep = useMutation<Answer<'accounts', 'recordBalance'>, Problem>({
    mutationFn: () =>
      // What is not a number is sent as it was written: the service says so at the field.
      api.accounts.recordBalance({ params: { account_id }, body: { balance: numberOf(text) as number } }),
    onSuccess: ({ balance }) => onAnswer(balance),
    onSettled: () => noteWrite('account'),
  });
  const difference = differenceOf(latest_balance, text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate();
      }}
    >
      <h3>{name}</h3>
      <Facts
        rows={[
          [
            'In the book',
            <Amount key="b" value={latest_balance} currency={latest_balance === null ? null : currency} />,
          ],
          ['As of', weekday(latest_balance_date)],
          ['Difference', <Amount key="d" value={difference} currency={difference === null ? null : currency} result />],
        ]}
      />
      <Field
        label={`Balance now, in ${currency}`}
        name="balance"
        inputMode="decimal"
        autoComplete="off"
        required
        autoFocus
        value={text}
        problem={keep.error}
        onChange={({ target }) => setText(target.value)}
      />
      {keep.error && keep.error.fields.length === 0 && <p role="alert">{keep.error.message}</p>}
      <p className="page-tools">
        <button type="submit" className="button main" disabled={keep.isPending}>
          Save and continue
        </button>
        <button type="button" className="button" disabled={keep.isPending} onClick={() => onAnswer(null)}>
          Later
        </button>
      </p>
    </form>
  );
}

function Outcome({ answers }: { readonly answers: readonly BalanceAnswer[] }): ReactNode {
  return (
    <Table
      label="Balances entered"
      rows={answers}
      keyOf={({ account }) => account.account_id}
      columns={[
        { name: 'Account', cell: ({ account }) => account.name, text: true },
        { name: 'Before', cell: ({ account }) => <Amount value={account.latest_balance} /> },
        {
          name: 'Now',
          cell: ({ account, balance }) =>
            balance === null ? 'later' : <Amount value={balance} currency={account.currency} />,
        },
        {
          name: 'Difference',
          cell: ({ account, balance }) =>
            balance === null || account.latest_balance === null ? (
              '–'
            ) : (
              <Amount value={balance - account.latest_balance} result />
            ),
        },
      ]}
    />
  );
}
