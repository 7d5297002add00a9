// What is in the book: accounts, balances, cash and trades.
import { transactionCategories } from '@zorivest/contract';
import { command, type CommandSpec, type InputOf } from './command-spec.ts';
import { field } from './fields.ts';

const accountColumns = [
  'account_id',
  'name',
  'account_type',
  'currency',
  'institution',
  'latest_balance',
  'latest_balance_date',
  'is_archived',
] as const;

/** What `--account` will be given by: the name, where it can be an id. */
function idFromName<Input extends InputOf<'name' | 'account_id'>>(input: Input): Input {
  const { name, account_id } = input;
  if (account_id !== undefined || typeof name !== 'string' || /[:/]/.test(name)) return input;
  return { ...input, account_id: name };
}

export const accounts: readonly CommandSpec[] = [
  command('accounts.list', {
    name: 'account list',
    summary: 'the accounts of the book with their latest balances',
    example: 'zorivest account list',
    without: ['with_history'],
    shown: accountColumns,
  }),
  command('accounts.create', {
    name: 'account add',
    summary: 'open an account; its name is what --account takes',
    example: 'zorivest account add checking --type bank --currency EUR',
    places: ['name'],
    optionNames: { account_type: 'type', account_id: 'account-id' },
    fill: (input) => idFromName({ account_type: 'broker', ...input }),
    shown: ({ account_id, account_type, currency }) => `${account_id} is open: ${account_type}, ${currency}.`,
  }),
  command('accounts.update', {
    name: 'account edit',
    summary: 'change some fields of an account',
    example: 'zorivest account edit main --institution "Interactive Brokers"',
    places: ['account_id'],
    optionNames: { account_type: 'type' },
    shown: [...accountColumns, 'reports_basis'],
  }),
  command('accounts.archive', {
    name: 'account archive',
    summary: 'archive an account; its trades stay',
    example: 'zorivest account archive old-broker',
    places: ['account_id'],
    shown: ({ account_id }) => `${account_id} is archived; undo it with \`zorivest account unarchive\`.`,
  }),
  command('accounts.unarchive', {
    name: 'account unarchive',
    summary: 'restore an archived account',
    example: 'zorivest account unarchive old-broker',
    places: ['account_id'],
    shown: ({ account_id }) => `${account_id} is back.`,
  }),
  command('accounts.recordBalance', {
    name: 'balance add',
    summary: 'record what an account is worth',
    example: 'zorivest balance add main 25000',
    places: ['account_id', 'balance'],
    optionNames: { account_id: 'account' },
    shown: ({ account_id, balance, datetime }) => `${account_id} is worth ${balance} on ${datetime.slice(0, 10)}.`,
  }),
  command('banking.transactions', {
    name: 'cash list',
    summary: 'deposits, dividends, fees and other cash movements, newest first',
    example: 'zorivest cash list --account main --from 2026-01-01',
    shown: ['date', 'account_id', 'amount', 'currency', 'category', 'description', 'symbol', 'qualified', 'id'],
  }),
  command('banking.change', {
    name: 'cash edit',
    summary: 'set the category and security of a movement, and whether a dividend is qualified',
    example: 'zorivest cash edit 17 --category dividend --symbol KO --qualified',
    places: ['transaction_id'],
    shown: ['id', 'date', 'account_id', 'amount', 'currency', 'category', 'description', 'symbol', 'qualified'],
  }),
  command('banking.submit', {
    name: 'cash add',
    summary: 'record a movement of money',
    example:
      'zorivest cash add --account main --date 2026-03-16 --amount 12.50 --description "Dividend KO" --category dividend --symbol KO',
    without: ['transactions'],
    also: () => [
      field('date', 'Such as 2026-03-16'),
      field('amount', 'Money in is positive, money out negative', { type: 'number' }),
      field('currency', 'The account’s when left out'),
      field('description', 'What it was'),
      field('category', '', { choices: transactionCategories }),
      field('reference_id', 'The bank’s own number of it'),
      field('symbol', 'The security it was paid on'),
      field('qualified', 'Of a dividend: qualified, as the 1099-DIV says (--no-qualified: not)', { type: 'flag' }),
    ],
    perform: ({ account_id, closing_balance, ...row }, { ask }) =>
      ask({ account_id, closing_balance, transactions: [row] }),
    shown: ({ imported_count, warnings }) =>
      [imported_count === 1 ? 'Recorded.' : 'The book has it already; nothing was added.', ...warnings].join('\n'),
  }),
];

const tradeColumns = [
  'exec_id',
  'time',
  'instrument',
  'action',
  'quantity',
  'price',
  'commission',
  'realized_pnl',
  'account_id',
  'currency',
  'notes',
] as const;

export const trades: readonly CommandSpec[] = [
  command('trades.list', {
    name: 'trade list',
    summary: 'executions, filtered and sorted, newest first',
    example: 'zorivest trade list --instrument AAPL --from 2026-01-01',
    shown: tradeColumns,
  }),
  command('trades.create', {
    name: 'trade add',
    summary: 'record an execution',
    example:
      'zorivest trade add --account main --instrument AAPL --action BOT --quantity 100 --price 187.50 --commission 1',
    shown: (made) =>
      [
        `${made.exec_id} is recorded.`,
        ...(made.possible_duplicate_of === null
          ? []
          : [
              `It looks like ${made.possible_duplicate_of}; if it is the same, \`zorivest trade delete ${made.exec_id}\`.`,
            ]),
      ].join('\n'),
  }),
  command('trades.patch', {
    name: 'trade edit',
    summary: 'change some fields of an execution',
    example: 'zorivest trade edit E-1001 --commission 1.25 --notes "the broker corrected it"',
    places: ['exec_id'],
    shown: tradeColumns,
  }),
  command('trades.remove', {
    name: 'trade delete',
    summary: 'delete an execution with its report and images',
    example: 'zorivest trade delete E-1001 --yes',
    places: ['exec_id'],
    question: ({ exec_id }) => `Delete ${String(exec_id)} with its report and images?`,
    shown: (_, { exec_id }) => `${String(exec_id)} is deleted.`,
  }),
  command('exports.trades', {
    name: 'trade export',
    summary: 'executions as CSV, to stdout',
    example: 'zorivest trade export --from 2026-01-01 > trades.csv',
    shown: () => '',
  }),
];
