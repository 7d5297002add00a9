// The lots themselves, and a person's word on which lot a sale sold.
import { contract } from '@zorivest/contract';
import { bookSale, type LotLine, lotLines, lotPage, type LotTable, taxLots } from '@zorivest/domain';
import { type Call, conflict, Fault, notFound, route, shownTimeOrNull } from '@zorivest/store';
import type { MarketService } from '@zorivest/market';
import { getTrade, positionsOf } from '@zorivest/records';
import { answer, askedTaxRecords, type TaxRecords, taxRecords } from './records.ts';
import { setBox } from './boxes.ts';
import { tableOf } from './booked.ts';
import { currentPrices, NO_PRICES } from './prices.ts';
import { washRules } from './profiles.ts';
import { thisYear, todayOf } from './zones.ts';

const DAY = 86_400_000;

/** The lots of the book after wash sales, ordered once and cached: a page is cut from it. */
async function lotTable(call: Call, records: TaxRecords): Promise<LotTable> {
  return call.results.ofFew('tax lots', String(records.profile.tax_year), () =>
    tableOf(call, records.families, washRules(records.profile)),
  );
}

async function partsOf(call: Call, lotId: string): Promise<{ records: TaxRecords; parts: LotLine[] }> {
  const records = await taxRecords(call, await thisYear(call));
  const parts = lotLines(await lotTable(call, records), lotId, await todayOf(call), records.boxes);
  if (parts.length === 0) throw notFound('lot', lotId);
  return { records, parts };
}

/** Named lots only work where the rest follows first in, first out. */
function mustBeNameable({ profile }: TaxRecords): void {
  if (profile.default_cost_basis !== 'fifo' && profile.default_cost_basis !== 'specific_id')
    throw conflict(
      `lots cannot be named while the profile books ${profile.default_cost_basis}; set it to specific_id first`,
    );
}

async function choose(call: Call, sellId: string, buyIds: readonly string[]): Promise<void> {
  await call.write(async ({ db, audit }) => {
    const row = { buy_exec_ids: JSON.stringify(buyIds), chosen_at: call.now().toISOString() };
    const before = await choiceFor(db, sellId);
    await db
      .insertInto('lot_choices')
      .values({ sell_exec_id: sellId, ...row })
      .onConflict((known) => known.column('sell_exec_id').doUpdateSet(row))
      .execute();
    audit({
      resource: 'tax_lot',
      id: sellId,
      ...(before !== null && { before: auditedChoice(sellId, before.buyIds) }),
      after: auditedChoice(sellId, buyIds),
    });
  });
}

const auditedChoice = (sellId: string, buyIds: readonly string[]) => ({ sell_exec_id: sellId, buy_exec_ids: buyIds });

interface Choice {
  readonly buyIds: string[];
  readonly chosenAt: string;
}

async function choiceFor(db: Call['db'], sellId: string): Promise<Choice | null> {
  const row = await db.selectFrom('lot_choices').selectAll().where('sell_exec_id', '=', sellId).executeTakeFirst();
  // Written by `choose`.
  return row === undefined ? null : { buyIds: JSON.parse(row.buy_exec_ids) as string[], chosenAt: row.chosen_at };
}

async function forgetChoice(call: Call, sellId: string): Promise<void> {
  await call.write(async ({ db, audit }) => {
    const before = await choiceFor(db, sellId);
    if (before === null)
      throw new Fault(404, 'no lots were named for this sale: it is booked in the usual order already');
    await db.deleteFrom('lot_choices').where('sell_exec_id', '=', sellId).execute();
    audit({ resource: 'tax_lot', id: sellId, before: auditedChoice(sellId, before.buyIds) });
  });
}

export const taxLotRoutes = ({ market }: { readonly market: MarketService }) =>
  [
    route(contract.tax.lots, async ({ query }, call) => {
      const records = await askedTaxRecords(call, { account_id: query.account_id });
      const isPriced = query.with_prices && query.status !== 'closed';
      const { prices, oldest_price_days } = isPriced ? await currentPrices(call, market, records) : NO_PRICES;
      const { account_id, ticker, status, sort_by, limit, offset, tax_year } = query;
      const page = lotPage(await lotTable(call, records), {
        as_of: await todayOf(call),
        prices,
        status,
        sort_by,
        limit,
        offset,
        ...records.boxes,
        ...(tax_year !== undefined && { first_year: tax_year }),
        ...(account_id !== undefined && { account_id }),
        ...(ticker !== undefined && { ticker }),
      });
      return answer(call, records, { period: 'all', oldest_price_days, ...page });
    }),
    route(contract.tax.lot, async ({ params }, call) => {
      const { records, parts } = await partsOf(call, params.lot_id);
      return answer(call, records, { period: 'all', parts, problems: [] });
    }),
    route(contract.tax.changeLot, async ({ params, body }, call) => {
      await partsOf(call, params.lot_id);
      await setBox(call, params.lot_id, body.box);
      const { records, parts } = await partsOf(call, params.lot_id);
      return answer(call, records, { period: 'all', parts, box: body.box, problems: [] });
    }),
    route(contract.tax.closeLot, async ({ params, body }, call) => {
      const { records, parts } = await partsOf(call, params.lot_id);
      mustBeNameable(records);
      const buyId = params.lot_id.replace(/^lot-/, '');
      const bought = await getTrade(call.db, buyId);
      const { executions } = await positionsOf(call);
      const sales = executions.filter(
        ({ action, instrument, account_id, time }) =>
          action === 'SLD' &&
          instrument === bought.instrument &&
          account_id === bought.account_id &&
          time >= bought.time,
      );
      const sale =
        body.sell_trade_id === undefined ? sales.at(-1) : sales.find(({ exec_id }) => exec_id === body.sell_trade_id);
      if (sale === undefined)
        throw new Fault(
          400,
          `there is no ${body.sell_trade_id ?? 'sale'} that sold ${bought.instrument} after this purchase`,
        );
      if (parts.every(({ status }) => status === 'closed')) throw new Fault(400, 'the lot is closed already');
      // A person who has named one lot of a sale and names another means both; the newest choice comes first where room is short.
      const earlier = (await choiceFor(call.db, sale.exec_id))?.buyIds ?? [];
      await choose(call, sale.exec_id, [buyId, ...earlier.filter((id) => id !== buyId)]);
      const after = await partsOf(call, params.lot_id);
      return answer(call, after.records, {
        period: 'all',
        parts: after.parts,
        sell_trade_id: sale.exec_id,
        problems: [],
      });
    }),
    route(contract.tax.reassignLot, async ({ params, body }, call) => {
      const records = await taxRecords(call, await thisYear(call));
      mustBeNameable(records);
      const closed = records.lots.find((lot) => lot.id === params.lot_id && lot.closed_by !== undefined);
      if (closed === undefined) throw notFound('closed lot', params.lot_id);
      const sellId = closed.closed_by ?? '';
      const sale = await getTrade(call.db, sellId);
      if (call.now().getTime() > Date.parse(sale.time) + DAY)
        throw new Fault(400, 'the lots of a sale can be chosen until it settles, one day after it');
      const { executions } = await positionsOf(call);
      const before = executions.filter(
        ({ time, exec_id }) => time < sale.time || (time === sale.time && exec_id < sellId),
      );
      const open = taxLots(before).lots.filter((lot) => lot.sold === undefined && lot.account_id === sale.account_id);
      const booked = bookSale(
        open,
        { symbol: sale.instrument, quantity: sale.quantity, date: sale.time, price: sale.price },
        body.method,
      );
      if (booked.closed.length === 0) throw new Fault(400, booked.problems[0]?.message ?? 'no lot was open then');
      const lotIds = booked.closed.map(({ lot_id }) => lot_id);
      await choose(
        call,
        sellId,
        lotIds.map((id) => id.replace(/^lot-/, '')),
      );
      return answer(call, records, {
        period: 'all',
        lot_id: params.lot_id,
        method: body.method,
        sell_trade_id: sellId,
        lot_ids: lotIds,
        status: 'reassigned' as const,
        problems: booked.problems,
      });
    }),
    route(contract.tax.lotChoice, async ({ params }, call) => {
      const { exec_id } = await getTrade(call.db, params.sell_trade_id);
      const choice = await choiceFor(call.db, exec_id);
      return {
        sell_trade_id: exec_id,
        lot_ids: (choice?.buyIds ?? []).map((id) => `lot-${id}`),
        chosen_at: shownTimeOrNull(choice?.chosenAt ?? null),
      };
    }),
    route(contract.tax.forgetLotChoice, ({ params }, call) => forgetChoice(call, params.sell_trade_id)),
  ] as const;
