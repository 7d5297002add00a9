import { contract } from '@zorivest/contract';
import { pageOf } from '../core/page.ts';
import { route } from '../core/route.ts';
import { shownTime } from '../store/index.ts';

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

export const auditRoutes = [
  route(contract.audit.list, ({ query }, { db }) => {
    let rows = db.selectFrom('audit_log');
    for (const field of ['actor', 'action', 'resource_type', 'resource_id'] as const) {
      const wanted = query[field];
      if (wanted !== undefined) rows = rows.where(field, '=', wanted);
    }
    return pageOf(
      rows,
      query,
      (page) => page.selectAll().orderBy('id', 'desc'),
      (row) => ({
        ...row,
        at: shownTime(row.at),
        before: parsed(row.before),
        after: parsed(row.after),
      }),
    );
  }),
];
