// The rule book: every rule is asked, each knows one cause.
import type { Finding } from '../findings/finding.ts';
import { autoloadedOptions } from './autoloaded-options.ts';
import { autoloaderWithoutClassMap } from './autoloader.ts';
import { configNotCached } from './config-not-cached.ts';
import { countedRows } from './counted-rows.ts';
import { hotFunction } from './hot-function.ts';
import { lazyLoading } from './lazy-loading.ts';
import { lockedSessions } from './locked-sessions.ts';
import { noObjectCache } from './no-object-cache.ts';
import { opcacheOff } from './opcache-off.ts';
import { queuedWork } from './queued-work.ts';
import { remoteCalls } from './remote-calls.ts';
import type { Rule, RuleInput } from './rule.ts';
import { xdebugOn } from './xdebug-on.ts';

export const RULES = [
  opcacheOff,
  xdebugOn,
  autoloaderWithoutClassMap,
  autoloadedOptions,
  noObjectCache,
  lockedSessions,
  remoteCalls,
  countedRows,
  lazyLoading,
  queuedWork,
  configNotCached,
  hotFunction,
] as const satisfies readonly Rule[];

export type RuleType = (typeof RULES)[number]['type'];

export function ruleFindings(input: RuleInput): Finding<RuleType>[] {
  return RULES.flatMap((rule: Rule<RuleType>) => rule.find(input) ?? []);
}
