// The book held against its brokers: to which evening each account is right, and what differs with its cause.
import { numberColumn, textColumn } from '../page/columns.ts';
import { empty, figures, heading } from '../page/parts.ts';
import { table, tableState } from '../page/table.ts';
import { startView } from '../page/view.ts';

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

startView<Answer>(({ accounts, statements, equal, differences, total }) => {
  const [marks, rows] = [tableState(), tableState()];
  const open = accounts.reduce((sum, one) => sum + one.differences, 0);
  return ({ formats, redraw }) => [
    heading('Held against the brokers', `${formats.count(statements)} statements`),
    figures([
      { name: 'Equal', text: formats.count(equal), note: 'figures' },
      { name: 'Explained', text: formats.count(total - open), note: 'differences' },
      { name: 'Open', text: formats.count(open), note: 'differences', sign: open === 0 ? 0 : -1 },
    ]),
    accounts.length === 0 && empty('There is no account yet.'),
    table({
      label: 'Accounts',
      id: 'accounts',
      columns: [
        textColumn<Account>('Account', ({ account_id }) => account_id),
        textColumn<Account>('Reconciled to', ({ reconciled_to, never }) =>
          never ? 'never' : reconciled_to ? formats.day(reconciled_to) : 'not yet',
        ),
        numberColumn<Account>('Open', ({ differences: count }) => count, formats.count),
      ],
      rows: accounts,
      state: marks,
      changed: redraw,
    }),
    differences.length === 0
      ? empty(
          statements === 0
            ? 'No statement that states anything was imported.'
            : 'Every figure the statements state is the book’s.',
        )
      : table({
          label: 'Differences',
          columns: [
            textColumn<Difference>('What', ({ kind, subject }) => `${kind} ${subject}`, { wraps: true }),
            textColumn<Difference>('Account', ({ account_id }) => account_id),
            textColumn<Difference>('Evening', ({ date }) => date),
            numberColumn<Difference>(
              'Stated',
              ({ stated }) => stated,
              (value) => formats.plain(value, 4),
            ),
            numberColumn<Difference>(
              'Book',
              ({ book }) => book,
              (value) => formats.plain(value, 4),
            ),
            textColumn<Difference>('Why', ({ cause, open: isOpen }) => cause ?? (isOpen ? 'not known' : '–'), {
              wraps: true,
            }),
            textColumn<Difference>('What settles it', ({ act }) => act ?? '–', { wraps: true }),
          ],
          rows: differences,
          state: rows,
          changed: redraw,
          total,
        }),
  ];
});
