// Playbooks as the other concepts read them.
import type { PlaybookRule } from '@zorivest/domain';
import type { Selectable } from 'kysely';
import { type Database, type Db, notFound } from '@zorivest/store';
import { playbookColumns } from './columns.ts';

export type Playbook = ReturnType<typeof presentPlaybook>;

export function presentPlaybook(row: Selectable<Database['playbooks']>) {
  return { id: row.id, ...playbookColumns.show(row) };
}

export async function allPlaybooks(db: Db): Promise<Playbook[]> {
  return (await db.selectFrom('playbooks').selectAll().orderBy('name').execute()).map(presentPlaybook);
}

export async function findPlaybook(db: Db, id: number): Promise<Playbook> {
  const row = await db.selectFrom('playbooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('playbook', id);
  return presentPlaybook(row);
}

/** By the fill that opened the trade: what was chosen by hand. */
export async function playbooksByFill(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('trip_playbooks').selectAll().execute();
  return new Map(rows.map(({ exec_id, playbook_id }) => [exec_id, playbook_id]));
}

/** Whether a trade followed a rule, by the fill that opened it and the rule's id. */
export async function ticksOf(db: Db, playbookId: number): Promise<(execId: string, ruleId: string) => boolean | null> {
  const rows = await db.selectFrom('playbook_ticks').selectAll().where('playbook_id', '=', playbookId).execute();
  const known = new Map(rows.map(({ exec_id, rule_id, followed }) => [`${rule_id} ${exec_id}`, followed === 1]));
  return (execId, ruleId) => known.get(`${ruleId} ${execId}`) ?? null;
}

/** Every rule has an id; what was not given one gets the first that is free. */
export function withIds(
  rules: readonly (Omit<PlaybookRule, 'id'> & { readonly id?: string | undefined })[],
): PlaybookRule[] {
  const taken = new Set(rules.flatMap(({ id }) => id ?? []));
  return rules.map((rule) => {
    if (rule.id !== undefined) return rule as PlaybookRule; // its id is there
    const kind = rule.kind.replaceAll('_', '-');
    let id = kind;
    for (let number = 2; taken.has(id); number += 1) id = `${kind}-${number}`;
    taken.add(id);
    return { ...rule, id } as PlaybookRule; // with its id it is one
  });
}
