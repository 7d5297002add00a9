// The book reconciled with its brokers: to which evening each account is right, and what differs with its cause.
import { dayText, numberColumn, textColumn } from '../page/columns.ts';
import { empty, figures, heading } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import { accountNames } from './_accounts.ts';

interface Account {
  readonly account_id: string;
  readonly reconciled_to?: string | null;
  readonly differences: number;
  readonly never: boolean;
}

interface Difference {
  readonly account_id: string;
  readonly date: string;
  readonly kind: string;
  readonly subject: string;
  readonly stated: number;
  readonly book?: number | null;
  readonly difference?: number | null;
  readonly cause?: string | null;
  readonly act?: string | null;
  readonly open: boolean;
}

/** What `reconcile_accounts` answers: made of the endpoint's, for reading. */
interface Answer {
  readonly accounts: readonly Account[];
  readonly statements: number;
  readonly equal: number;
  readonly differences: readonly Difference[];
  readonly total: number;
}

startView<Answer>(({ accounts, statements, equal, differences, total }, begun) => {
  const [marks, rows] = [tableState(), tableState()];
  const accountName = accountNames(begun);
  const open = accounts.reduce((sum, one) => sum + one.differences, 0);
  return (stage) => {
    const { formats, redraw } = stage;
    return [
      heading('Reconciliation with brokers', `${formats.count(statements)} statements`),
      // Without a statement there is nothing that could be equal.
      statements > 0 &&
        figures([
          { name: 'Open', text: formats.count(open), note: 'differences', sign: open === 0 ? 0 : -1 },
          { name: 'Explained', text: formats.count(total - open), note: 'differences' },
          { name: 'Equal', text: formats.count(equal), note: 'figures' },
        ]),
      differences.length === 0
        ? empty(
            statements === 0
              ? 'No statement that states anything was imported.'
              : 'Every figure the statements state is the book’s.',
          )
        : table({
            label: 'Differences',
            columns: differenceColumns(stage, accountName),
            rows: differences,
            state: rows,
            changed: redraw,
            total,
          }),
      accounts.length === 0
        ? empty('There is no account yet.')
        : table({
            label: 'Accounts',
            id: 'accounts',
            columns: [
              textColumn<Account>('Account', ({ account_id }) => accountName(account_id), { wraps: true }),
              numberColumn<Account>('Open', ({ differences: count }) => count, formats.count),
              textColumn<Account>('Reconciled to', ({ reconciled_to, never }) =>
                never ? 'never' : reconciled_to ? dayText(stage)(reconciled_to) : 'not yet',
              ),
            ],
            rows: accounts,
            state: marks,
            changed: redraw,
          }),
    ];
  };
});

const differenceColumns = (
  stage: Stage,
  accountName: (id: string) => string,
  { formats } = stage,
): readonly Column<Difference>[] => {
  const amount = (name: string, of: (one: Difference) => number | null | undefined) =>
    numberColumn<Difference>(name, of, (value) => formats.plain(value, 4));
  return [
    textColumn('What', ({ kind, subject }) => `${kind} ${subject}`, { wraps: true }),
    amount('Difference', ({ difference }) => difference),
    amount('Stated', ({ stated }) => stated),
    amount('Book', ({ book }) => book),
    textColumn('Evening', ({ date }) => dayText(stage)(date)),
    textColumn('Account', ({ account_id }) => accountName(account_id), { speaks: true }),
    textColumn('Why', ({ cause, open }) => cause ?? (open ? 'Why is not known.' : ''), { beneath: true }),
    textColumn('What settles it', ({ act }) => act ?? '', { beneath: true }),
  ];
};
