interface SavedFilterRow {
  name: string;
  query: string;
  updated_at: string;
}

export interface FilterTables {
  saved_filters: SavedFilterRow;
}

declare module '../store/schema.ts' {
  interface Database extends FilterTables {}
}
