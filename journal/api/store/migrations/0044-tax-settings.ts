import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// What a person may have to say about a year: the state's brackets, which options are section 1256 contracts, and the
// prices contracts were marked to at its end.
export const taxSettings: Migration = {
  version: 44,
  name: 'tax settings',
  async up(db) {
    const column = (name: string, type: (typeof ddl)['json' | 'decimal']) =>
      db.schema.alterTable('tax_profiles').addColumn(name, type).execute();
    await column('state_brackets', ddl.json);
    await column('state_deduction', ddl.decimal);
    await column('section_1256_roots', ddl.json);
    await column('year_end_prices', ddl.json);
  },
};
