/**
 * A public library as a server of 47 tools: enough to pass the limit of a tight client. Used by the tests of what a
 * client is shown; nothing here runs.
 */
import { z } from 'zod';
import { localTokens, type ConfirmationOptions } from '../call/confirmation.ts';
import { discoveryKit } from '../discovery/kit.ts';
import { createCatalogue, type Catalogue } from '../tool/catalogue.ts';
import { defineTool } from '../call/define.ts';
import type { AnyTool } from '../tool/definition.ts';
import type { Toolset } from '../tool/toolset.ts';
import type { View } from '../tool/view.ts';
import type { Presentation, Risk } from '../surface/model.ts';

const toolsets: readonly Toolset[] = [
  { name: 'desk', description: 'The front desk: opening hours, alarms, status.', gist: 'hours, alarms', always: true },
  { name: 'guide', description: 'Finding and switching on tools.', gist: 'find tools', always: true },
  { name: 'books', description: 'The books on the shelves.', gist: 'titles, copies', byDefault: true },
  { name: 'loans', description: 'Lending and taking back.', gist: 'lend, return', byDefault: true },
  { name: 'members', description: 'The people who borrow.', gist: 'people' },
  { name: 'fines', description: 'Money owed for late books.', gist: 'money owed' },
  { name: 'inter-library', description: 'Books from other houses.', gist: 'other houses' },
];

const fields = {
  isbn: z.string().describe('ISBN-13.').meta({ detail: 'With or without hyphens; the check digit is verified.' }),
  copy_id: z.string().describe('Copy, from {tool:list_copies}.'),
  member_id: z.string().describe('Member.').meta({ detail: 'Found with {tool:search_members} by name or card.' }),
  house: z.string().describe('Partner library.'),
  query: z.string().describe('Words to look for.'),
  limit: z.number().int().min(1).max(100).default(20).describe('How many.'),
  offset: z.number().int().min(0).default(0).describe('How many to skip.'),
  since: z.iso
    .date()
    .optional()
    .describe('First day.')
    .meta({ detail: 'Inclusive; the start of the year if left out.' }),
  amount: z.number().positive().describe('Dollars.'),
  reason: z.string().optional().describe('Why.'),
  order: z.enum(['newest', 'oldest']).default('newest').describe('Order.'),
};

type Field = keyof typeof fields;
type Row = readonly [name: string, toolset: string, risk: Risk, takes: readonly Field[], does: string];

const rows: readonly Row[] = [
  ['get_hours', 'desk', 'read', ['since'], 'Show opening hours, holidays included'],
  ['set_hours', 'desk', 'write', ['since', 'reason'], 'Change the opening hours of a day'],
  ['get_alarm', 'desk', 'read', [], 'Show whether the fire and theft alarms are armed'],
  ['ring_alarm', 'desk', 'destructive', ['reason'], 'Ring the alarm and have everyone leave the building'],
  ['desk_status', 'desk', 'read', [], 'Show who is at the desk and how long the queue is'],
  ['search_books', 'books', 'read', ['query', 'limit', 'offset'], 'Search books by title, author or subject'],
  ['get_book', 'books', 'read', ['isbn'], 'Show one book with its copies and where they stand'],
  ['list_copies', 'books', 'read', ['isbn'], 'List the copies of a book with shelf and condition'],
  ['get_copy', 'books', 'read', ['copy_id'], 'Show one copy: its shelf, its condition, its borrower'],
  ['list_new_books', 'books', 'read', ['since', 'limit'], 'List books that came in since a day'],
  ['list_lost_copies', 'books', 'read', ['limit', 'offset'], 'List copies that have been missing for a year'],
  ['get_shelf_map', 'books', 'read', [], 'Show which subjects stand on which floor and shelf'],
  ['add_book', 'books', 'write', ['isbn'], 'Add a book to the catalogue by its number'],
  ['add_copy', 'books', 'write', ['isbn'], 'Add one more copy of a book that is known already'],
  ['move_copy', 'books', 'write', ['copy_id', 'reason'], 'Move a copy to another shelf or to the stacks'],
  ['mend_copy', 'books', 'write', ['copy_id'], 'Send a damaged copy to the bindery for repair'],
  ['discard_copy', 'books', 'destructive', ['copy_id', 'reason'], 'Remove a copy from the library for good'],
  ['list_loans', 'loans', 'read', ['member_id', 'limit', 'offset'], 'List what a member has borrowed'],
  ['list_overdue', 'loans', 'read', ['limit', 'order'], 'List loans past their date, longest overdue first'],
  ['list_holds', 'loans', 'read', ['isbn'], 'List who waits for a book and since when'],
  ['lend_copy', 'loans', 'write', ['copy_id', 'member_id'], 'Lend a copy to a member for three weeks'],
  ['return_copy', 'loans', 'write', ['copy_id'], 'Take a copy back and free it for the next reader'],
  ['renew_loan', 'loans', 'write', ['copy_id'], 'Renew a loan once, unless somebody waits for it'],
  ['place_hold', 'loans', 'write', ['isbn', 'member_id'], 'Put a member on the waiting list of a book'],
  ['cancel_hold', 'loans', 'write', ['isbn', 'member_id'], 'Take a member off the waiting list of a book'],
  ['search_members', 'members', 'read', ['query', 'limit'], 'Search members by name, card number or address'],
  ['get_member', 'members', 'read', ['member_id'], 'Show one member with loans, holds and money owed'],
  ['list_new_members', 'members', 'read', ['since'], 'List members who joined since a day'],
  ['count_visits', 'members', 'read', ['since'], 'Count visits to the library by day'],
  ['add_member', 'members', 'write', ['query'], 'Enrol a new member and print a card'],
  ['block_member', 'members', 'write', ['member_id', 'reason'], 'Block a member from borrowing for a while'],
  ['delete_member', 'members', 'destructive', ['member_id'], 'Delete a member and all that is known of them'],
  ['get_fines', 'fines', 'read', ['member_id'], 'Show what a member owes and for which books'],
  ['list_debtors', 'fines', 'read', ['limit'], 'List members by the money they owe'],
  ['get_till', 'fines', 'read', ['since'], 'Show what was paid at the till by day'],
  ['take_payment', 'fines', 'write', ['member_id', 'amount'], 'Record money a member paid at the desk'],
  ['charge_fine', 'fines', 'write', ['member_id', 'amount', 'reason'], 'Charge a member for a late or lost book'],
  ['waive_fine', 'fines', 'destructive', ['member_id', 'amount', 'reason'], 'Waive what a member owes, beyond recall'],
  ['search_partner', 'inter-library', 'read', ['house', 'query'], 'Search the books of a partner library'],
  ['list_partners', 'inter-library', 'read', [], 'List the partner libraries and what they lend'],
  ['list_requests', 'inter-library', 'read', ['house'], 'List open requests to a partner library'],
  ['request_book', 'inter-library', 'write', ['house', 'isbn'], 'Ask a partner library for a book'],
  ['cancel_request', 'inter-library', 'write', ['house', 'isbn'], 'Withdraw a request to a partner library'],
];

/** Two tools whose answers are drawn by the same page. */
const loansView: View = {
  uri: 'ui://library/loans',
  page: () => '<!doctype html><html lang="en"><title>Loans</title></html>',
};
const drawn = new Set(['list_loans', 'list_overdue']);

/** Rules on length hold for these as well, so the numbers under test are those of a real server. */
function tool([name, toolset, risk, takes, does]: Row): AnyTool {
  const minimal = `${does}; part of the ${toolset} of this library.`;
  return defineTool({
    name,
    title: does.split(/[:,;]| by /)[0] as string,
    toolsets: name === 'lend_copy' ? [toolset, 'books'] : toolset === '' ? [] : [toolset],
    description: {
      minimal,
      rich: `${minimal} Use it when a person asks exactly that. Not for a reader's own question about what stands where; for that use {tool:search_books}. Answers with one entry per item (see {tool:get_book} for a single title), newest first unless asked otherwise.`,
    },
    synonyms: does.toLowerCase().split(' ').slice(-3),
    input: z.object(Object.fromEntries(takes.map((field) => [field, fields[field]]))),
    output: z.array(z.object({ id: z.string(), note: z.string().nullable() })),
    hints: {
      readOnly: risk === 'read',
      destructive: risk === 'destructive',
      idempotent: risk === 'read',
      openWorld: toolset === 'inter-library',
    },
    guard: 'guarded',
    confirmation: risk === 'destructive' ? 'required' : 'none',
    cost: 'local',
    ...(drawn.has(name) ? { view: loansView } : {}),
    handler: () => [],
  });
}

const extra = tool(['query_library', '', 'read', ['query'], 'Answer several questions about the library in one call']);
const forPages: AnyTool = {
  ...tool(['count_loans', '', 'read', ['since'], 'Count loans by day for the page that draws them']),
  pagesOnly: true,
};

/** A further tool of a default toolset, of each risk in turn; its name would stand anywhere in an alphabet. */
export function oneMoreTool(at: number): AnyTool {
  const risks: readonly Risk[] = ['read', 'write', 'destructive'];
  const initial = String.fromCodePoint('a'.codePointAt(0)! + ((at * 7) % 26));
  return tool([
    `${initial}_tool_${at}`,
    'books',
    risks[at % 3] ?? 'read',
    ['isbn'],
    `Do a further thing number ${at} with a book`,
  ]);
}

export function libraryWith(confirmation: ConfirmationOptions): Catalogue {
  return createCatalogue(
    [...rows.map(tool), extra, forPages, ...discoveryKit({ toolset: 'guide', confirmation })],
    toolsets,
  );
}

export const library = libraryWith({ tokens: localTokens() });

export const libraryPresentation: Presentation = {
  dropsNulls: true,
  about: 'Runs a public library for the people at its desk.',
  advice: [
    'To answer several questions in one call use {tool:query_library}.',
    'Before a book is discarded look at {tool:list_holds}; a reader may wait for it.',
  ],
  extras: ['query_library'],
  rank: ['search_books', 'lend_copy', 'return_copy'],
  separate: ['ring_alarm', 'get_alarm', 'get_confirmation_token'],
  readOnlyExceptions: ['ring_alarm', 'enable_toolset'],
  readOnlyRoles: ['visitor'],
  conciseDrops: ['created_at', 'checksum'],
};
