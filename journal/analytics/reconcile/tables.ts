export interface StatedFigureRow {
  run_id: string;
  /** In the order of the statement. */
  place: number;
  account_id: string;
  kind: string;
  subject: string;
  /** The evening it is stated for; null where the statement does not say. */
  date: string | null;
  /** The whole of it, as JSON. */
  said: string;
}

interface ReconcileTables {
  stated_figures: StatedFigureRow;
}

declare module '@zorivest/store' {
  interface Database extends ReconcileTables {}
}
