import type { Generated } from 'kysely';

interface WatchlistRow {
  id: Generated<number>;
  name: string;
  description: string;
  created_at: string;
  updated_at: string | null;
}

interface WatchlistItemRow {
  id: Generated<number>;
  watchlist_id: number;
  ticker: string;
  notes: string;
  added_at: string;
}

export interface WatchlistTables {
  watchlists: WatchlistRow;
  watchlist_items: WatchlistItemRow;
}

declare module '@zorivest/store' {
  interface Database extends WatchlistTables {}
}
