import { contract } from '@zorivest/contract';
import type { ControlRows } from '../control/control.ts';
import { route, type Route, shownTime } from '@zorivest/store';
import { pageOfBoth } from './merge.ts';
import { revertChange } from './revert.ts';
import { auditOf } from './rows.ts';

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

export const auditRoutes = ({ control }: { readonly control: ControlRows }): readonly Route[] => [
  route(contract.audit.list, async ({ query }, { db }) => {
    const inBook = auditOf(db, query, (rows) => rows.execute());
    const inControl = auditOf(control.db, query, (rows) => Promise.resolve(control.all(rows)));
    const { rows, total } = await pageOfBoth(inBook, inControl, query);
    const items = rows.map((row) => ({
      ...row,
      at: shownTime(row.at),
      before: parsed(row.before),
      after: parsed(row.after),
    }));
    return { items, total, limit: query.limit, offset: query.offset };
  }),
  route(contract.audit.revert, ({ params }, call) => revertChange(call, control, params.id)),
];
