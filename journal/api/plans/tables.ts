import type { Generated } from 'kysely';

interface TradePlanRow {
  id: Generated<number>;
  ticker: string;
  direction: string;
  conviction: string;
  strategy_name: string;
  strategy_description: string;
  entry_price: string;
  stop_loss: string;
  target_price: string;
  entry_conditions: string;
  exit_conditions: string;
  timeframe: string;
  status: string;
  linked_trade_id: string | null;
  account_id: string | null;
  shares_planned: number | null;
  position_size: string | null;
  created_at: string;
  updated_at: string | null;
  executed_at: string | null;
  cancelled_at: string | null;
}

export interface PlanTables {
  trade_plans: TradePlanRow;
}
