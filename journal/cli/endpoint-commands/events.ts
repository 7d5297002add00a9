// What changes a position without a trade: splits, transfers, mergers, how an option ended.
import type { CommandSpec } from './command-spec.ts';

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
];

interface Event {
  readonly needs: { readonly question: string } | null;
}

/** What an event needs is asked of a person in words. */
const withQuestion = (event: Event) => ({ ...event, needs: event.needs?.question });

export const events: readonly CommandSpec[] = [
  {
    name: 'event list',
    summary: 'position changes without a trade, newest first, with open questions',
    example: 'zorivest event list --instrument AAPL',
    endpoint: 'positionEvents.list',
    table: (list: { readonly items: readonly Event[] }) => ({ ...list, items: list.items.map(withQuestion) }),
    shown: eventColumns,
  },
  {
    name: 'event add',
    summary: 'record a split, a transfer, a merger, a spin-off, how an option ended …',
    example: 'zorivest event add --kind split --instrument NVDA --time 2024-06-10 --new-shares 10 --old-shares 1',
    endpoint: 'positionEvents.create',
    table: withQuestion,
    shown: eventColumns,
  },
  {
    name: 'event link',
    summary: 'link two events as the halves of one transfer',
    example: 'zorivest event link 4 7',
    endpoint: 'positionEvents.patch',
    places: ['event_id', 'linked_event_id'],
    table: withQuestion,
    shown: eventColumns,
  },
  {
    name: 'event answer',
    summary: 'answer what an event needs to know; `event list` shows what that is',
    example: 'zorivest event answer 4 --allocation 0.12',
    endpoint: 'positionEvents.patch',
    places: ['event_id'],
    table: withQuestion,
    shown: eventColumns,
  },
  {
    name: 'event delete',
    summary: 'undo a recorded event',
    example: 'zorivest event delete 4 --yes',
    endpoint: 'positionEvents.remove',
    places: ['event_id'],
    question: ({ event_id }) => `Take event ${String(event_id)} back?`,
    shown: (_: undefined, { event_id }) => `Event ${String(event_id)} is gone.`,
  },
];
