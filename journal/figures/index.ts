// What is computed from the book.
export { figureConcepts } from './concepts.ts';
export { basisOfFills, spanOf } from './analytics/basis-of-fills.ts';
export { fillQuality } from './analytics/costs.ts';
export { excursionOfTrip, stateOf as excursionState, storedFigures } from './analytics/excursion.ts';
export { barsWanted, trimBars } from './bars/keeping.ts';
export { faultOfExpression } from './playbooks/expression.ts';
export { refuseRiskyPlan } from './risk/plan-check.ts';
export { riskStatus } from './risk/status.ts';
export { everyRoundTrip } from './analytics/round-trips.ts';
export { type Scope, scopeOf } from './analytics/scope.ts';
export { heldAgainst, heldAgainstBook } from './reconcile/service.ts';
export { prepareHeld } from './prices/held.ts';
export { storeBrokerForm } from './tax/broker-forms.ts';
export { comparedForms } from './tax/forms.ts';
export { FORM_STYLE } from './tax/forms-page.ts';
export { washRules } from './tax/profiles.ts';
export { taxRecords } from './tax/records.ts';
export { thisYear } from './tax/zones.ts';
