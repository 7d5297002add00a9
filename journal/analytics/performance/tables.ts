export interface ExcursionRow {
  trade_exec_id: string;
  mfe_dollars: string | null;
  mfe_pct: string | null;
  mae_dollars: string | null;
  mae_pct: string | null;
  bso_pct: string | null;
  best_exit_price: string | null;
  holding_bars: number;
  /** What the trip was when it was computed. */
  trip: string;
  data_source: string;
  computed_at: string;
}

export interface AnalyticsTables {
  excursion_metrics: ExcursionRow;
}

declare module '@zorivest/store' {
  interface Database extends AnalyticsTables {}
}
