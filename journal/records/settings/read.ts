// Settings as the other concepts read them: from the book itself, so that they hold wherever the book is read.
import type { Call } from '@zorivest/store';
import { type registry, specOf } from './registry.ts';

/** The person's value, else the book's default, else the built-in one. */
export async function settingOf({ results, db }: Pick<Call, 'results' | 'db'>, key: keyof typeof registry) {
  const stored = await results.of('settings', async () => {
    const defaults = await db.selectFrom('app_defaults').select(['key', 'value']).execute();
    const own = await db.selectFrom('settings').select(['key', 'value']).execute();
    return new Map([...defaults, ...own].map((row) => [row.key, row.value]));
  });
  return stored.get(key) ?? specOf(key)?.byDefault ?? '';
}
