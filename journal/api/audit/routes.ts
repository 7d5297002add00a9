import { contract } from '@zorivest/contract';
import { route, shownTime } from '@zorivest/store';
import { pageOfBoth } from './merge.ts';
import { revertChange, type RevertParts, undosOf } from './revert.ts';
import { auditOf } from './rows.ts';

const parseJson = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

export const auditRoutes = (parts: RevertParts) =>
  [
    route(contract.audit.list, async ({ query }, { db }) => {
      const inBook = auditOf(db, query, (rows) => rows.execute());
      const inControl = auditOf(parts.control.db, query, (rows) => Promise.resolve(parts.control.all(rows)));
      const { rows, total } = await pageOfBoth(inBook, inControl, query);
      const undoOf = await undosOf(db, rows);
      const items = rows.map((row) => ({
        ...row,
        undo: undoOf(row),
        at: shownTime(row.at),
        before: parseJson(row.before),
        after: parseJson(row.after),
      }));
      return { items, total, limit: query.limit, offset: query.offset };
    }),
    route(contract.audit.revert, ({ params }, call) => revertChange(call, parts, params.id)),
  ] as const;
