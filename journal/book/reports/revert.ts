// Taking back one change of a trade's review.
import { cannotRevert, refuseWithWork, type Revertible, type Shown, timeText } from '@zorivest/store';
import { countImages } from '../images/count.ts';
import { findTrade } from '../trades/repository.ts';
import { reportColumns } from './columns.ts';
import { deleteReport, reportById, shownReportOnAny } from './repository.ts';

type Report = NonNullable<Awaited<ReturnType<typeof shownReportOnAny>>>;

export const revertibleReport: Revertible = {
  fields: reportColumns.names,

  async find(db, id) {
    const row = await reportById(db, Number(id));
    return row && { id: row.id, ...reportColumns.show(row) };
  },

  async change({ db }, id, earlier) {
    await db
      .updateTable('trade_reports')
      .set(reportColumns.change(storable(earlier)))
      .where('id', '=', Number(id))
      .execute();
  },

  async remove({ db }, id) {
    refuseWithWork(`the report ${id}`, { image: await countImages(db, 'report', id) });
    await deleteReport(db, Number(id));
  },

  async restore({ db }, shown) {
    const report = shown as unknown as Report; // as its removal wrote it
    const trade = JSON.stringify(report.trade_id);
    if (!(await findTrade(db, report.trade_id))) {
      throw cannotRevert('changed_since', `its trade ${trade} is gone; take that back first`);
    }
    if (await shownReportOnAny(db, [report.trade_id])) {
      throw cannotRevert('changed_since', `the trade ${trade} has another report by now`);
    }
    const row = reportColumns.store({ ...report, created_at: timeText(report.created_at) });
    await db
      .insertInto('trade_reports')
      .values({ ...row, id: report.id })
      .execute();
  },
};

/** Fields of a report as the audit shows them; when it was made is never changed. */
function storable(shown: Shown): Partial<Report> {
  const { created_at: _, ...report } = shown as Partial<Report>;
  return report;
}
