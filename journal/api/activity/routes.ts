import { contract } from '@zorivest/contract';
import type { Control, ControlRows } from '../control/control.ts';
import { Fault, frontRoute, route, shownTime } from '@zorivest/store';
import { csv } from '@zorivest/integrations';
import type { Activity } from './activity.ts';
import { didOf, type Did } from './request-effects.ts';
import { countActivity, pageOfActivity, type ActivityFilter, type Paging } from './rows.ts';
import { type BookSide, verifyRecord } from './verify.ts';

interface ActivityParts {
  readonly control: Control;
  readonly activity: Activity;
}

const open = { gate: 'open' } as const;

export const activityRoutes = ({ control, activity }: ActivityParts) =>
  [
    frontRoute(
      contract.activity.list,
      ({ query }) => {
        const { limit, offset, ...filter } = query;
        activity.flush();
        return { items: pageOfActivity(control, filter, query), total: countActivity(control, filter), limit, offset };
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
  'operation',
  'outcome',
  'key_id',
  'label',
  'request_id',
  'client_request_id',
  'approval_id',
  'used_token',
  'duration_ms',
  'told_tool',
  'told_client_name',
  'told_client_version',
  'told_arguments',
  'told_duration_ms',
  'hash',
] as const;

interface ExportParts {
  readonly control: ControlRows;
  /** The open book and the key of its audit. */
  readonly recordOf: () => BookSide;
}

/** It can be long, so it is not made where a stop has to be answered. */
export const activityExportRoutes = ({ control, recordOf }: ExportParts) =>
  [
    route(contract.activity.export, async ({ query }, { db }) => {
      const { format, limit, offset, did, ...filter } = query;
      const items =
        did === undefined
          ? pageOfActivity(control, filter, { limit, offset })
          : await pageOfThoseThat(did, { control, book: db, filter, limit, offset });
      if (format === 'json') return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify({ items })) };
      const rows = items.map(({ told: report, approval_id, ...row }) => ({
        ...row,
        approval_id: approval_id ?? null,
        told_tool: report?.tool ?? null,
        told_client_name: report?.client?.name ?? null,
        told_client_version: report?.client?.version ?? null,
        told_arguments: report?.arguments ?? null,
        told_duration_ms: report?.duration_ms ?? null,
      }));
      return { contentType: 'text/csv', bytes: csv(COLUMNS, rows) };
    }),
    route(contract.activity.verify, () => {
      const { ok, checked, first_bad, marks } = verifyRecord(recordOf(), control);
      return { ok, checked, first_bad, marks: marks.map((mark) => ({ ...mark, at: shownTime(mark.at) })) };
    }),
  ] as const;

interface Sought extends Paging {
  readonly control: ControlRows;
  readonly book: object;
  readonly filter: ActivityFilter;
}

const EVERYTHING = 1_000_000;

/** The audit of the book is in another file than the record, so no query can join them. */
async function pageOfThoseThat(did: Did, { control, book, filter, limit, offset }: Sought) {
  const of = await didOf(book, control);
  const items = pageOfActivity(control, filter, { limit: EVERYTHING, offset: 0 });
  return items.filter((row) => of(row) === did).slice(offset, offset + limit);
}
