/** Tags that stand on an execution itself, not on its review. */
interface TradeTagRow {
  exec_id: string;
  tag: string;
}

interface HiddenTagRow {
  tag: string;
}

export interface TagTables {
  trade_tags: TradeTagRow;
  hidden_tags: HiddenTagRow;
}

declare module '@zorivest/store' {
  interface Database extends TagTables {}
}
