// A program on this machine that asks the person for a key of its own. The key never travels: it is written into the home,
// where only the person's own programs can read it.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { foreign, nonBlankText, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

const pairingModes = ['read', 'ask', 'write'] as const;
export type PairingMode = (typeof pairingModes)[number];

const pairing = once(() =>
  z.object({
    id: z.string().describe('Empty where its key is in the home already'),
    client: foreign(z.string()).describe('What the program calls itself; nothing rests on it'),
    status: z.enum(['waiting', 'allowed', 'denied']).describe('allowed: its key is in the home'),
    asked_at: timestamp,
    key_file: z.string().describe('Where its key is after a yes, from the home'),
  }),
);

export const pairings = resource('leaves-trades', {
  ask: () => ({
    method: 'POST',
    path: '/pairings',
    summary: 'Ask the person for a key: a card in the app says who wants to connect',
    description:
      'Only for programs that can read the home (`X-Zorivest-Local`). Asked again under the same name it is the same card. ' +
      'After a yes the key is in `pairings/` of the home, readable by its owner alone; no answer ever has it.',
    body: z.strictObject({ client: nonBlankText(60) }),
    response: pairing(),
    status: 201,
    errors: [429],
    role: 'public',
    whileLocked: true,
  }),
  list: () => ({
    method: 'GET',
    path: '/pairings',
    summary: 'Programs that wait for the person to let them connect',
    response: z.object({ items: z.array(pairing()) }),
    role: 'person',
  }),
  decide: () => ({
    method: 'POST',
    path: '/pairings/{id}:decide',
    summary: 'Let a program connect, to read, to ask or to write, or say no',
    body: z.discriminatedUnion('decision', [
      z.strictObject({ decision: z.literal('allow'), mode: z.enum(pairingModes) }),
      z.strictObject({ decision: z.literal('deny') }),
    ]),
    response: pairing(),
    errors: [404, 409],
    role: 'person',
    audit: 'pairing.decide',
    write: 'service',
    wantsPassphrase: true,
  }),
});
