interface SavedFilterRow {
  name: string;
  query: string;
  updated_at: string;
}

export interface FilterTables {
  saved_filters: SavedFilterRow;
}

declare module '@zorivest/store' {
  interface Database extends FilterTables {}
}
