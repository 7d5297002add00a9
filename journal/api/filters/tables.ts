interface SavedFilterRow {
  name: string;
  query: string;
  updated_at: string;
}

export interface FilterTables {
  saved_filters: SavedFilterRow;
}
