interface DraftRow {
  form: string;
  fields: string;
  /** The editor that saved it last. */
  writer: string;
  kept_at: string;
}

export interface DraftTables {
  drafts: DraftRow;
}

declare module '@zorivest/store' {
  interface Database extends DraftTables {}
}
