import { contract } from '@zorivest/contract';
import type { Control, ControlRows } from '../control/control.ts';
import { Fault, frontRoute, route } from '@zorivest/store';
import { csv } from '@zorivest/work';
import type { Activity } from './activity.ts';
import { didOf, type Did } from './did.ts';
import { matchingActivity, shownActivity, type ActivityFilter } from './rows.ts';

interface ActivityParts {
  readonly control: Control;
  readonly activity: Activity;
}

const open = { gate: 'open' } as const;

const newestFirst = (control: ControlRows, filter: ActivityFilter) =>
  matchingActivity(control.db, filter).selectAll().orderBy('at', 'desc').orderBy('id', 'desc');

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

function pageOf(control: ControlRows, filter: ActivityFilter, { limit, offset }: Paging) {
  return control.all(newestFirst(control, filter).limit(limit).offset(offset)).map(shownActivity);
}

export const activityRoutes = ({ control, activity }: ActivityParts) =>
  [
    frontRoute(
      contract.activity.list,
      ({ query }) => {
        const { limit, offset, ...filter } = query;
        const total = matchingActivity(control.db, filter).select((eb) => eb.fn.countAll<number>().as('total'));
        return { items: pageOf(control, filter, query), total: control.first(total)?.total ?? 0, limit, offset };
      },
      open,
    ),
    frontRoute(
      contract.activity.record,
      ({ body }, { actor }) => {
        if (actor.keyId === null) throw new Fault(403, 'only a key reports what was called with it');
        activity.record(actor, body);
      },
      open,
    ),
  ] as const;

const COLUMNS = [
  'at',
  'kind',
  'via',
  'tool',
  'outcome',
  'key_id',
  'client_name',
  'client_version',
  'arguments',
  'confirmed_by',
  'duration_ms',
  'answer_tokens',
  'request_ids',
] as const;

/** It can be long, so it is not made where a stop has to be answered. */
export const activityExportRoutes = ({ control }: { readonly control: ControlRows }) =>
  [
    route(contract.activity.export, async ({ query }, { db }) => {
      const { format, limit, offset, did, ...filter } = query;
      const items =
        did === undefined
          ? pageOf(control, filter, { limit, offset })
          : await pageOfThoseThat(did, { control, book: db, filter, limit, offset });
      if (format === 'json') return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify({ items })) };
      const rows = items.map(({ client, ...row }) => ({
        ...row,
        client_name: client?.name ?? null,
        client_version: client?.version ?? null,
      }));
      return { contentType: 'text/csv', bytes: csv(COLUMNS, rows) };
    }),
  ] as const;

interface Sought extends Paging {
  readonly control: ControlRows;
  readonly book: object;
  readonly filter: ActivityFilter;
}

/** The audit of the book is in another file than the record, so no query can join them. */
async function pageOfThoseThat(did: Did, { control, book, filter, limit, offset }: Sought) {
  const of = await didOf(book, control);
  const items = control.all(newestFirst(control, filter)).map(shownActivity);
  return items.filter((call) => of(call) === did).slice(offset, offset + limit);
}
