// A person's choice of which legs belong together, stored by the ids of executions.
import type { StructureChoice } from '@zorivest/domain';
import type { Db } from '@zorivest/store';

/** In the order they were made. */
export async function structureChoices(db: Db): Promise<StructureChoice[]> {
  const rows = await db.selectFrom('structure_choices').select(['kind', 'exec_ids']).orderBy('id').execute();
  return rows.map(({ kind, exec_ids }) => ({ kind, exec_ids: JSON.parse(exec_ids) as string[] })); // written below
}

export async function addChoice(db: Db, { kind, exec_ids }: StructureChoice, now: Date): Promise<void> {
  await db
    .insertInto('structure_choices')
    .values({ kind, exec_ids: JSON.stringify(exec_ids), created_at: now.toISOString() })
    .execute();
}
