// What assistants do, line by line as it happens.
import { type LiveEvent, visible } from '@zorivest/contract';
import { sayJson, say, UserError } from '../output.ts';
import { NO_ANSWER, type Session } from './command-spec.ts';

const text = (value: unknown): string => (typeof value === 'string' ? visible(value) : '');

/** One line for an event that is about an assistant; null for the others. */
export function lineOf({ type, at, data }: LiveEvent): string | null {
  const time = at.slice(11, 19);
  const who = text(data['key_id']);
  switch (type) {
    case 'call_ended':
      return `${time}  ${text(data['outcome']).padEnd(13)}  ${text(data['tool'])}  ${who}  ${Number(data['duration_ms'])} ms`;
    case 'approval':
      return `${time}  ${text(data['status']).padEnd(13)}  ${text(data['operation'])}  ${who}  ${text(data['id'])}`;
    case 'guard':
      return `${time}  ${(data['is_locked'] === true ? 'stopped' : 'resumed').padEnd(13)}  ${text(data['lock_reason'])}`.trimEnd();
    default:
      return null;
  }
}

export async function follow({ client, isOwnService, json }: Session): Promise<typeof NO_ANSWER> {
  if (isOwnService)
    throw new UserError('no service runs on this book, so nothing happens; start it with `zorivest up`');
  for await (const event of await client.system.events()) {
    const line = lineOf(event);
    if (line === null) continue;
    if (json) sayJson(event);
    else say(line);
  }
  return NO_ANSWER;
}
