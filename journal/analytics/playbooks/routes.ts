import { contract } from '@zorivest/contract';
import { findPlaybook } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, notFound, route } from '@zorivest/store';
import { findTrade } from '../performance/round-trips.ts';
import { adherence } from './adherence.ts';
import { compareRule } from './compare.ts';
import { keyOf, playbookOf } from './belonging.ts';
import { rulesOfTrade, verdictOn } from './trade-rules.ts';

/** What playbooks need besides the book. */
export interface PlaybookFigureParts {
  readonly market: MarketService;
}

export const playbookFigureRoutes = ({ market }: PlaybookFigureParts) =>
  [
    route(contract.playbooks.adherence, async ({ params, query }, call) =>
      adherence(call, market, await findPlaybook(call.db, params.id), query),
    ),
    route(contract.playbooks.compare, async ({ params, body }, call) =>
      compareRule(call, market, await findPlaybook(call.db, params.id), body ?? {}),
    ),
    route(contract.playbooks.tick, async ({ params, body: { trip_id, rule_id, followed } }, call) => {
      const playbook = await findPlaybook(call.db, params.id);
      const rule = playbook.rules.find(({ id }) => id === rule_id);
      if (rule === undefined) throw notFound('rule of this playbook', rule_id);
      const { scope, trade } = await findTrade(call, trip_id, undefined);
      const exec_id = keyOf(trade);
      await call.write(async ({ db, audit }) => {
        const key = { playbook_id: playbook.id, rule_id, exec_id };
        await db
          .deleteFrom('playbook_ticks')
          .where('playbook_id', '=', key.playbook_id)
          .where('rule_id', '=', rule_id)
          .where('exec_id', '=', exec_id)
          .execute();
        if (followed !== null)
          await db
            .insertInto('playbook_ticks')
            .values({ ...key, followed: followed ? 1 : 0, at: call.now().toISOString() })
            .execute();
        audit({ resource: 'playbook_tick', id: `${playbook.id} ${rule_id} ${exec_id}`, after: { followed } });
      });
      return { trip_id: trade.id, rule_id, verdict: await verdictOn(call, market, playbook, rule, { scope, trade }) };
    }),
    route(contract.roundTrips.rules, ({ params }, call) => rulesOfTrade(call, market, params.trip_id)),
    route(contract.roundTrips.update, async ({ params, body }, call) => {
      const { scope, trade } = await findTrade(call, params.trip_id, undefined);
      if (body.playbook_id !== null) await findPlaybook(call.db, body.playbook_id);
      await sayPlaybook(call, keyOf(trade), body.playbook_id);
      const found = (await playbookOf(call, scope))(trade);
      return { trip_id: trade.id, playbook_id: found?.id ?? null, playbook: found?.name ?? null };
    }),
  ] as const;

function sayPlaybook(call: Call, exec_id: string, playbook_id: number | null): Promise<void> {
  return call.write(async ({ db, audit }) => {
    await db.deleteFrom('trip_playbooks').where('exec_id', '=', exec_id).execute();
    if (playbook_id !== null) await db.insertInto('trip_playbooks').values({ exec_id, playbook_id }).execute();
    audit({ resource: 'round_trip', id: exec_id, after: { playbook_id } });
  });
}
