// The tables as the repositories see them. A concept adds its tables in its own folder and one line here.
import type { AccountTables } from '../accounts/tables.ts';
import type { AnalyticsTables } from '../analytics/tables.ts';
import type { AuditTables } from '../audit/tables.ts';
import type { FilterTables } from '../filters/tables.ts';
import type { FxTables } from '../fx/tables.ts';
import type { ImageTables } from '../images/tables.ts';
import type { BankingTables } from '../banking/tables.ts';
import type { BrokerTables } from '../brokers/tables.ts';
import type { IdentifierTables } from '../identifiers/tables.ts';
import type { ImportTables } from '../imports/tables.ts';
import type { JournalTables } from '../diary/tables.ts';
import type { MailTables } from '../mail/tables.ts';
import type { MarketDataTables } from '../market/tables.ts';
import type { MistakeTables } from '../mistakes/tables.ts';
import type { PipelineTables } from '../pipelines/tables.ts';
import type { PlanTables } from '../plans/tables.ts';
import type { PositionTables } from '../positions/tables.ts';
import type { ReportTables } from '../reports/tables.ts';
import type { ReviewTables } from '../reviews/tables.ts';
import type { SettingTables } from '../settings/tables.ts';
import type { TagTables } from '../tags/tables.ts';
import type { TaxTables } from '../tax/tables.ts';
import type { TradeTables } from '../trades/tables.ts';
import type { WatchlistTables } from '../watchlists/tables.ts';

export type Database = AccountTables &
  AnalyticsTables &
  FilterTables &
  FxTables &
  AuditTables &
  BankingTables &
  BrokerTables &
  IdentifierTables &
  ImportTables &
  ImageTables &
  JournalTables &
  MailTables &
  MarketDataTables &
  MistakeTables &
  PipelineTables &
  PlanTables &
  PositionTables &
  ReportTables &
  ReviewTables &
  SettingTables &
  TagTables &
  TaxTables &
  TradeTables &
  WatchlistTables;
