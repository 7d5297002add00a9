// Every step a database has taken, in order. A new one gets the next number, a file of its own and a line here;
// a step that has been released is never edited.
import type { Migration } from '../migrate.ts';
import { accountsAndTrades } from './0001-accounts-and-trades.ts';
import { reviewAndPlanning } from './0002-review-and-planning.ts';
import { settingsGuardAudit } from './0003-settings-guard-audit.ts';

import { marketData } from './0010-market-data.ts';
import { pipelines } from './0011-pipelines.ts';
import { analytics } from './0020-analytics.ts';
import { tax } from './0021-tax.ts';
import { imports } from './0030-imports.ts';
import { printsByDay } from './0040-prints-by-day.ts';
import { feesByKind } from './0041-fees-by-kind.ts';
import { statementEvents } from './0042-statement-events.ts';
import { profilesByKind } from './0043-profiles-by-kind.ts';
import { taxSettings } from './0044-tax-settings.ts';
import { agedOrBlind } from './0046-aged-or-blind.ts';
import { guardLiftedBy } from './0047-guard-lifted-by.ts';
import { controlMovedOut } from './0048-control-moved-out.ts';
import { importsDecided } from './0052-imports-decided.ts';
import { positions } from './0053-positions.ts';
import { uploads } from './0054-uploads.ts';
import { lookAlikes } from './0060-look-alikes.ts';
import { fxRates } from './0061-fx-rates.ts';
import { currencyResults } from './0062-section-988.ts';
import { stated } from './0063-stated.ts';
import { foreignMoney } from './0064-foreign-money.ts';
import { instrumentNames } from './0065-instrument-names.ts';
import { approvedText } from './0066-approved-text.ts';
import { tagsAndFilters } from './0067-tags-and-filters.ts';
import { imagesOfEntries } from './0068-images-of-entries.ts';
import { keptPrices } from './0069-kept-prices.ts';
import { diaryDrafts } from './0070-diary-drafts.ts';

export const migrations: readonly Migration[] = [
  accountsAndTrades,
  reviewAndPlanning,
  settingsGuardAudit,
  marketData,
  pipelines,
  analytics,
  tax,
  imports,
  printsByDay,
  feesByKind,
  statementEvents,
  profilesByKind,
  taxSettings,
  agedOrBlind,
  guardLiftedBy,
  controlMovedOut,
  importsDecided,
  positions,
  uploads,
  lookAlikes,
  fxRates,
  currencyResults,
  stated,
  foreignMoney,
  instrumentNames,
  approvedText,
  tagsAndFilters,
  imagesOfEntries,
  keptPrices,
  diaryDrafts,
];
