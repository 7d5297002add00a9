// Structures as a person sees and corrects them.
import { contract } from '@zorivest/contract';
import { followChains, legsOf, linksIn, type Structure } from '@zorivest/domain';
import { type Call, conflict, invalidField, notFound, oneCurrency, route } from '@zorivest/store';
import { settingOf } from '../settings/read.ts';
import { addChoice } from './choices.ts';
import { positionsOf } from './positions.ts';
import { presentStructure } from './present.ts';

export const structureRoutes = [
  route(contract.structures.list, async ({ query }, call) => {
    const positions = await positionsOf(call);
    const { structures } = positions;
    const { account_id, status, follow_rolls, limit, offset } = query;
    const found = (follow_rolls ? followChains(structures, linksIn(positions)) : structures).filter(
      (one) =>
        (account_id === undefined || one.account_id === account_id) &&
        (status === 'all' || (status === 'closed') === (one.status === 'closed')),
    );
    const newest = found.slice(Math.max(0, found.length - offset - limit), found.length - offset).toReversed();
    const items = newest.map(presentStructure);
    return {
      items,
      total: found.length,
      limit,
      offset,
      unit: 'structure',
      currency: oneCurrency(items),
      period: 'all',
      time_zone: await settingOf(call, 'display.time_zone'),
      convention: 'Net of costs, each in the currency it was traded in.',
    };
  }),
  route(contract.structures.join, async ({ body }, call) => {
    const { structures } = await positionsOf(call);
    const concerned = body.exec_ids.map((id) => holding(structures, id));
    const accounts = new Set(concerned.map(({ account_id }) => account_id));
    if (accounts.size > 1) throw invalidField('exec_ids', `must be of one account, not ${[...accounts].join(', ')}`);
    if (new Set(concerned).size === 1) throw conflict('these executions are one structure already');
    await choose(call, 'join', body.exec_ids);
    const joined = await positionsOf(call);
    return presentStructure(holding(joined.structures, body.exec_ids[0] ?? ''));
  }),
  route(contract.structures.split, async ({ body }, call) => {
    const { structures } = await positionsOf(call);
    const whole = structures.find(({ id }) => id === body.structure_id);
    if (whole === undefined) throw notFound('structure', body.structure_id);
    const legs = legsOf(whole);
    if (legs.length === 1) throw conflict('the structure has one leg only: there is nothing to split');
    // The entry of each leg stands for it, no matter what is traded in it later.
    const entries = legs.flatMap(({ entry_exec_ids }) => entry_exec_ids[0] ?? []);
    await choose(call, 'split', entries);
    const apart = await positionsOf(call);
    return { structures: entries.map((id) => presentStructure(holding(apart.structures, id))) };
  }),
] as const;

/** The structure an execution belongs to: as an entry if it has two sides. */
function holding(structures: readonly Structure[], execId: string): Structure {
  const found =
    structures.find(({ entry_exec_ids }) => entry_exec_ids.includes(execId)) ??
    structures.find(({ exit_exec_ids }) => exit_exec_ids.includes(execId));
  if (found === undefined) throw notFound('trade', execId);
  return found;
}

function choose(call: Call, kind: 'join' | 'split', exec_ids: readonly string[]): Promise<void> {
  return call.write(async ({ db, audit }) => {
    await addChoice(db, { kind, exec_ids }, call.now());
    audit({ resource: 'structure', id: exec_ids[0] ?? '', after: { kind, exec_ids } });
  });
}
