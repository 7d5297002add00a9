interface KeyModeRow {
  key_id: string;
  mode: string;
}

export interface KeyModeTables {
  /** A key without a row is off. */
  key_modes: KeyModeRow;
}
