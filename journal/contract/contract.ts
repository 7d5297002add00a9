// Every resource of the service. A resource enters here with the routes that serve it.
import { accounts } from './resources/accounts.ts';
import { activity } from './resources/activity.ts';
import { analytics } from './resources/analytics.ts';
import { app } from './resources/app.ts';
import { approvals } from './resources/approvals.ts';
import { auth } from './resources/auth.ts';
import { backups } from './resources/backups.ts';
import { banking } from './resources/banking.ts';
import { bars } from './resources/bars.ts';
import { bin } from './resources/bin.ts';
import { brokers } from './resources/brokers.ts';
import { calculator } from './resources/calculator.ts';
import { costs } from './resources/costs.ts';
import { demo } from './resources/demo.ts';
import { drafts } from './resources/drafts.ts';
import { filters } from './resources/filters.ts';
import { fx } from './resources/fx.ts';
import { confirmations, guard } from './resources/guard.ts';
import { identifiers } from './resources/identifiers.ts';
import { images } from './resources/images.ts';
import { imports } from './resources/imports.ts';
import { instruments } from './resources/instruments.ts';
import { diary } from './resources/diary.ts';
import { mail } from './resources/mail.ts';
import { market } from './resources/market.ts';
import { mistakes } from './resources/mistakes.ts';
import { pairings } from './resources/pairings.ts';
import { playbooks } from './resources/playbooks.ts';
import { plans } from './resources/plans.ts';
import { replays } from './resources/replays.ts';
import { reports } from './resources/reports.ts';
import { riskAccounts } from './resources/risk-accounts.ts';
import { scheduling } from './resources/scheduling.ts';
import { reviews } from './resources/reviews.ts';
import { positionEvents } from './resources/position-events.ts';
import { exports } from './resources/exports.ts';
import { roundTrips } from './resources/round-trips.ts';
import { structures } from './resources/structures.ts';
import { config, settings } from './resources/settings.ts';
import { audit, system } from './resources/system.ts';
import { tags } from './resources/tags.ts';
import { tasks } from './resources/tasks.ts';
import { tax } from './resources/tax.ts';
import { taxProfiles } from './resources/tax-profiles.ts';
import { trades } from './resources/trades.ts';
import { washSales } from './resources/wash-sales.ts';
import { watchlists } from './resources/watchlists.ts';
import { week } from './resources/week.ts';
import { whatIf } from './resources/what-if.ts';
import { reconciliations } from './resources/reconciliations.ts';
import { worth } from './resources/worth.ts';

export const contract = {
  system,
  app,
  auth,
  guard,
  confirmations,
  approvals,
  pairings,
  tasks,
  activity,
  settings,
  config,
  accounts,
  trades,
  tags,
  filters,
  images,
  reports,
  plans,
  journal: diary,
  drafts,
  watchlists,
  mistakes,
  calculator,
  riskAccounts,
  bars,
  whatIf,
  replays,
  week,
  playbooks,
  exports,
  roundTrips,
  positionEvents,
  structures,
  analytics,
  costs,
  fx,
  reviews,
  tax,
  taxProfiles,
  washSales,
  reconciliations,
  worth,
  backups,
  audit,
  bin,
  mail,
  market,
  scheduling,
  imports,
  banking,
  brokers,
  identifiers,
  instruments,
  demo,
};
