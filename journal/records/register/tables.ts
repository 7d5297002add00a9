import type { InstrumentNameKind, NameSource } from '@zorivest/vocabulary';
import type { Generated } from 'kysely';

export interface InstrumentNameRow {
  id: Generated<number>;
  /** Rows of one id are names of one instrument; so are rows that share a name at the same time (`register.ts`). */
  instrument_id: string;
  kind: InstrumentNameKind;
  value: string;
  /** Days, both included; null where unknown. */
  valid_from: string | null;
  valid_to: string | null;
  source: NameSource;
  /** What the statements call it in words. */
  told_as: string | null;
  /** The symbol change that stated it: it goes with that. */
  event_id: number | null;
  updated_at: string;
}

export interface RegisterTables {
  instrument_names: InstrumentNameRow;
}

declare module '@zorivest/store' {
  interface Database extends RegisterTables {}
}
