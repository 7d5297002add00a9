// What changes a position without a trade: splits, transfers, mergers, how an option ended.
import { command, type Answer, type CommandSpec } from './command-spec.ts';
import { tabulate } from './show.ts';

const eventColumns = [
  'id',
  'time',
  'kind',
  'instrument',
  'quantity',
  'account_id',
  'from_account_id',
  'to_account_id',
  'linked_event_id',
  'new_instrument',
  'needs',
] as const;

/** What an event needs is asked of a person in words. */
const withQuestions = (event: Answer<'positionEvents.patch'>) => ({
  ...event,
  needs: event.needs.map(({ question }) => question),
});
const showEvent = (event: Answer<'positionEvents.patch'>) => tabulate(withQuestions(event), eventColumns);

export const events: readonly CommandSpec[] = [
  command('positionEvents.list', {
    name: 'event list',
    summary: 'position changes without a trade, newest first, with open questions',
    example: 'zorivest event list --instrument AAPL',
    shown: (list) => tabulate({ ...list, items: list.items.map(withQuestions) }, eventColumns),
  }),
  command('positionEvents.create', {
    name: 'event add',
    summary: 'record a split, a transfer, a merger, a spin-off, how an option ended …',
    example: 'zorivest event add --kind split --instrument NVDA --time 2024-06-10 --new-shares 10 --old-shares 1',
    shown: showEvent,
  }),
  command('positionEvents.patch', {
    name: 'event link',
    summary: 'link two events as the halves of one transfer',
    example: 'zorivest event link 4 7',
    places: ['event_id', 'linked_event_id'],
    shown: showEvent,
  }),
  command('positionEvents.patch', {
    name: 'event answer',
    summary: 'answer what an event needs to know; `event list` shows what that is',
    example: 'zorivest event answer 4 --allocation 0.12',
    places: ['event_id'],
    shown: showEvent,
  }),
  command('positionEvents.remove', {
    name: 'event delete',
    summary: 'undo a recorded event',
    example: 'zorivest event delete 4 --yes',
    places: ['event_id'],
    question: ({ event_id }) => `Take event ${String(event_id)} back?`,
    shown: (_, { event_id }) => `Event ${String(event_id)} is gone.`,
  }),
];
