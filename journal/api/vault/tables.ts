interface KeyModeRow {
  key_id: string;
  mode: string;
}

interface KeyUseRow {
  key_id: string;
  at: string;
}

export interface KeyTables {
  /** A key without a row is off. */
  key_modes: KeyModeRow;
  key_uses: KeyUseRow;
}

declare module '../control/tables.ts' {
  interface ControlDatabase extends KeyTables {}
}
