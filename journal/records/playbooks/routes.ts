import { contract, type HandlerInput } from '@zorivest/contract';
import { conflict, type Db, invalidField, route } from '@zorivest/store';
import { attachImage, deleteImagesOf } from '../images/owners.ts';
import { imagesOf } from '../images/repository.ts';
import { playbookColumns } from './columns.ts';
import { allPlaybooks, findPlaybook, presentPlaybook, withIds } from './repository.ts';

type Body = HandlerInput<typeof contract.playbooks.update>['body'];

/** Who can say whether an expression is one. */
export interface PlaybookParts {
  /** What is wrong with an expression; null when nothing is. */
  readonly faultOfExpression: (text: string) => string | null;
}

export const playbookRoutes = ({ faultOfExpression }: PlaybookParts) => {
  const mustBeSound = async (db: Db, body: Body, self: number): Promise<void> => {
    const ids = (body.rules ?? []).flatMap(({ id }) => id ?? []);
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    if (twice !== undefined) throw invalidField('rules', `has two rules with the id ${twice}`);
    for (const [index, rule] of (body.rules ?? []).entries())
      if (rule.kind === 'expression') {
        const fault = faultOfExpression(rule.expression);
        if (fault !== null) throw invalidField(`rules.${index}.expression`, fault);
      }
    for (const name of ['entry_long', 'exit_long', 'entry_short', 'exit_short'] as const) {
      const text = body[name];
      const fault = text === undefined || text === null ? null : faultOfExpression(text);
      if (fault !== null) throw invalidField(name, fault);
    }
    if (body.name === undefined) return;
    const wanted = body.name.toLowerCase();
    const twin = (await allPlaybooks(db)).find(({ id, name }) => id !== self && name.toLowerCase() === wanted);
    if (twin) throw conflict(`a playbook named ${JSON.stringify(twin.name)} is there already`);
  };
  return [
    route(contract.playbooks.create, ({ body }, call) =>
      call.write(async ({ db, audit }) => {
        await mustBeSound(db, body, 0);
        const row = await db
          .insertInto('playbooks')
          .values(
            playbookColumns.store({
              ...body,
              description: body.description ?? '',
              instruments: body.instruments ?? [],
              rules: withIds(body.rules ?? []),
              created_at: call.now().toISOString(),
            }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        const after = presentPlaybook(row);
        audit({ resource: 'playbook', id: row.id, after });
        return after;
      }),
    ),
    route(contract.playbooks.list, async (_, { db }) => ({ items: await allPlaybooks(db) })),
    route(contract.playbooks.get, ({ params }, { db }) => findPlaybook(db, params.id)),
    route(contract.playbooks.update, ({ params, body }, call) =>
      call.write(async ({ db, audit }) => {
        const before = await findPlaybook(db, params.id);
        await mustBeSound(db, body, before.id);
        const { rules, ...others } = body;
        const change = playbookColumns.change({ ...others, ...(rules !== undefined && { rules: withIds(rules) }) });
        await db
          .updateTable('playbooks')
          .set({ ...change, updated_at: call.now().toISOString() })
          .where('id', '=', before.id)
          .execute();
        const after = await findPlaybook(db, before.id);
        audit({ resource: 'playbook', id: before.id, before, after });
        return after;
      }),
    ),
    route(contract.playbooks.remove, ({ params }, call) =>
      call.write(async ({ db, audit }) => {
        const before = await findPlaybook(db, params.id);
        await deleteImagesOf(db, 'playbook', String(before.id));
        await db.deleteFrom('playbooks').where('id', '=', before.id).execute();
        audit({ resource: 'playbook', id: before.id, before });
      }),
    ),
    route(contract.images.listForPlaybook, async ({ params: { id } }, { db }) => {
      await findPlaybook(db, id);
      return imagesOf(db, 'playbook', String(id));
    }),
    route(contract.images.attachToPlaybook, ({ params: { id }, body }, call) =>
      attachImage(call, { type: 'playbook', id: String(id), mustExist: (db) => findPlaybook(db, id) }, body),
    ),
  ] as const;
};
