// Every step control.db has taken, in order; the rules are those of the book's own steps.
import type { Migration } from '../../store/migrate.ts';
import { guardTokensAudit } from './0001-guard-tokens-audit.ts';
import { approvals } from './0002-approvals.ts';
import { activity } from './0003-activity.ts';
import { keyUses } from './0004-key-uses.ts';
import { guardCallKeys } from './0005-guard-call-keys.ts';

export const controlMigrations: readonly Migration[] = [guardTokensAudit, approvals, activity, keyUses, guardCallKeys];
