import { accountTypes } from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, WRITES } from '../../tool.ts';

const OPERATIONS = { add: 'create', edit: 'update', archive: 'archive', unarchive: 'unarchive' } as const;

export const manageAccounts = journalTool({
  name: 'manage_accounts',
  title: 'Open or change accounts',
  toolsets: [],
  description: {
    minimal: 'Open an account (action add), change one (edit), archive or unarchive it.',
    rich: 'Open and maintain the accounts of the book: add opens one (broker and USD by default), edit changes the fields given, archive puts one away with its trades, unarchive brings it back. Statements need an account; existing ones: {tool:list_accounts}. Nothing is deleted here.',
  },
  input: () =>
    z.object({
      action: z.enum(['add', 'edit', 'archive', 'unarchive']).describe('What to do.'),
      account_id: z.string().trim().min(1).max(200).optional().describe('Account id; for add, made from the name.'),
      name: z.string().trim().min(1).max(200).optional().describe('For add and edit.'),
      account_type: z.enum(accountTypes).optional().describe('Kind.'),
      currency: z.string().length(3).optional().describe('Such as USD.'),
      institution: z.string().max(200).optional().describe('Broker or bank.'),
      is_tax_advantaged: z.boolean().optional().describe('An IRA or the like.'),
      is_spousal: z.boolean().optional().describe("The spouse's."),
      notes: z.string().max(20_000).optional().describe('Notes.'),
    }),
  output: () => z.looseObject({ account_id: z.string() }),
  hints: WRITES,
  effect: ({ action, account_id, name }) => {
    const verbs = { add: 'Open', edit: 'Change', archive: 'Put away', unarchive: 'Bring back' } as const;
    return `${verbs[action]} the account ${account_id ?? name ?? ''}?`;
  },
  writes: (input) => (lackingIn(input) === null ? [`accounts.${OPERATIONS[input.action]}`] : []),
  handler: (input, { api, options }) => {
    const lacking = lackingIn(input);
    if (lacking !== null) throw missingField(lacking);
    const { action, account_id, ...fields } = input;
    if (action === 'add') return api.accounts.create({ body: newAccount({ account_id, ...fields }) }, options);
    const params = { account_id: account_id ?? '' };
    if (action === 'edit') return api.accounts.update({ params, body: fields }, options);
    return api.accounts[action]({ params }, options);
  },
});

interface AccountRequest {
  readonly action: string;
  readonly account_id?: string | undefined;
  readonly name?: string | undefined;
  readonly account_type?: (typeof accountTypes)[number] | undefined;
}

function lackingIn({ action, account_id, name }: AccountRequest): 'name' | 'account_id' | null {
  if (action === 'add') return name === undefined ? 'name' : null;
  return account_id === undefined ? 'account_id' : null;
}

function newAccount({ account_id, name = '', account_type = 'broker', ...others }: Omit<AccountRequest, 'action'>) {
  // The name is what people call it by; where it can be an id it is one.
  const id = account_id ?? (/[:/]/.test(name) ? undefined : name);
  return { ...others, name, account_type, ...(id === undefined ? {} : { account_id: id }) };
}

function missingField(field: string): KernelError {
  return new KernelError(codes.invalidArguments, `Give ${field} for this action.`);
}
