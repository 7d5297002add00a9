// One thing that happened, as a sentence.
import type { LiveEvent } from '../../service/live.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `trade.create` of a trade: "created a trade". */
export function sentenceOf({ type, data }: LiveEvent): string {
  if (type === 'write') {
    const action = text(data['action']).split('.').at(-1) ?? '';
    const thing = text(data['resource_type']).replaceAll('_', ' ');
    const tool = text(data['tool']);
    return `${text(data['actor'])} ${pastOf(action)} ${thing} ${text(data['resource_id'])}${tool === '' ? '' : ` with ${tool}`}`;
  }
  if (type === 'guard') return data['is_locked'] === true ? 'the assistants were stopped' : 'the guard changed';
  if (type === 'vault') return `the vault was ${text(data['state'])}`;
  if (type === 'call_ended') return `${text(data['client'])} ${text(data['tool'])}: ${text(data['outcome'])}`.trim();
  return type.replaceAll('_', ' ');
}

const past: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  patch: 'changed',
  delete: 'deleted',
  remove: 'deleted',
  import: 'imported',
  undo: 'took back',
  lock: 'locked',
  unlock: 'unlocked',
};

const pastOf = (action: string): string => past[action] ?? action.replaceAll('_', ' ');
