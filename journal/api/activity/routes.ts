import { contract } from '@zorivest/contract';
import type { Control } from '../control/control.ts';
import { route, type Route } from '../core/route.ts';
import { Fault } from '../core/fault.ts';
import { shownTime } from '../store/index.ts';
import { shownArguments, type Activity } from './activity.ts';

interface ActivityParts {
  readonly control: Control;
  readonly activity: Activity;
}

const open = { gate: 'open' } as const;

type Item = { kind: 'tool'; via: 'mcp'; outcome: 'ok'; confirmed_by: 'none' };
const isoOf = (time: string): string => new Date(time).toISOString();

export const activityRoutes = ({ control, activity }: ActivityParts): readonly Route[] => [
  route(
    contract.activity.list,
    ({ query }) => {
      const { tool, key_id, outcome, from, to, limit, offset } = query;
      let rows = control.db.selectFrom('activity');
      if (tool !== undefined) rows = rows.where('tool', '=', tool);
      if (key_id !== undefined) rows = rows.where('key_id', '=', key_id);
      if (outcome !== undefined) rows = rows.where('outcome', '=', outcome);
      if (from !== undefined) rows = rows.where('at', '>=', isoOf(from));
      if (to !== undefined) rows = rows.where('at', '<', isoOf(to));
      const counted = control.first(rows.select((eb) => eb.fn.countAll<number>().as('total')));
      const page = rows.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);
      const items = control.all(page).map(({ answer_bytes, ...row }) => ({
        ...row,
        // The words are those of the contract: nothing else is stored.
        ...(row as unknown as Item),
        client: row.client === null ? null : (JSON.parse(row.client) as { name: string; version: string | null }),
        arguments: shownArguments(row.arguments),
        request_ids: JSON.parse(row.request_ids) as string[],
        answer_tokens: Math.round(answer_bytes / 4),
        at: shownTime(row.at),
      }));
      return { items, total: counted?.total ?? 0, limit, offset };
    },
    open,
  ),
  route(
    contract.activity.record,
    ({ body }, { actor }) => {
      if (actor.keyId === null) throw new Fault(403, 'only a key reports what was called with it');
      activity.record(actor, body);
    },
    open,
  ),
];
