// What a row of the audit says was done, as a person says it: `recorded the execution NVDA, sold 100 at 12.50`.
import { fieldValue, visible } from '@zorivest/vocabulary';
import { recordOf } from '../../components/changed-fields.ts';

interface Act {
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly before: unknown;
  readonly after: unknown;
}

const past: Readonly<Record<string, string>> = {
  add_item: 'added to',
  apply: 'put on',
  answer: 'answered about',
  approve: 'approved',
  archive: 'archived',
  cancel: 'cancelled',
  close: 'closed',
  compute: 'computed',
  configure: 'set up',
  create: 'recorded',
  decide: 'decided about',
  delete: 'deleted',
  disconnect: 'disconnected',
  import: 'imported',
  join: 'joined',
  link: 'linked',
  lock: 'stopped the assistants',
  mode: 'changed',
  patch: 'changed',
  put: 'recorded',
  reassign: 'changed',
  reassign_trades: 'moved the trades of',
  remove: 'deleted',
  remove_item: 'removed from',
  rename: 'renamed',
  reset: 'reset',
  restore: 'restored',
  revert: 'undid',
  revoke: 'revoked',
  run: 'ran',
  save: 'saved',
  split: 'separated',
  state: 'stated',
  submit: 'sent',
  sync: 'fetched from',
  tick: 'ticked a rule of',
  unarchive: 'restored',
  undo: 'undid',
  unlink: 'unlinked',
  unlock: 'resumed the assistants',
  update: 'changed',
  update_item: 'changed in',
  upload: 'uploaded a file for',
  usual_order: 'reset the lot choice of',
};

/** `trade.update`: changed. */
const pastOf = (action: string): string => {
  const verb = action.split('.').at(-1) ?? '';
  return past[verb] ?? verb.replaceAll('_', ' ');
};

const things: Readonly<Record<string, string>> = {
  trade: 'execution',
  trade_plan: 'plan',
  report: 'review',
  journal_entry: 'diary entry',
  policy: 'pipeline',
  fx_rate: 'exchange rates',
  price: 'prices',
  provider: 'market-data provider',
};

const thingOf = (resourceType: string): string => things[resourceType] ?? resourceType.replaceAll('_', ' ');

/** What distinguishes it from others of its kind, as far as the audit recorded it; else its id. */
function nameOf({ resource_type, resource_id, before, after }: Act): string {
  const row = { ...recordOf(after), ...recordOf(before) };
  const text = (field: string) => {
    const value = fieldValue(field, row[field] ?? '');
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  if (resource_type === 'trade' && text('instrument') !== '' && text('price') !== '')
    return `${text('instrument')}, ${text('action')} ${text('quantity')} at ${text('price')}`;
  if (text('ticker') !== '') return [text('ticker'), text('strategy_name')].filter((part) => part !== '').join(', ');
  const title = text('name') || text('title');
  if (title !== '') return `“${title}”`;
  return text('category') || text('kind') || resource_id;
}

/** There is one guard, and a key is known by its name. */
export function actSentence(act: Act, keys: ReadonlyMap<string, string>): string {
  const { action, resource_type, resource_id } = act;
  if (resource_type === 'guard') return pastOf(action);
  const name = resource_type === 'key' ? (keys.get(resource_id) ?? resource_id) : nameOf(act);
  return `${pastOf(action)} the ${thingOf(resource_type)} ${visible(name)}`.trim();
}

/** A tool by its name in words; a program that has no tools asks the service itself: `roundTrips.list` is list round trips. */
export function toolText(tool: string): string {
  const [resource = '', act] = tool.split('.');
  const text = act === undefined ? tool.replaceAll('_', ' ') : `${act} ${resource}`;
  return text.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}
