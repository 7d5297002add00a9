// The tables of control.db. A concept that lives there adds its tables in its own folder and one line here.
import type { ActivityTables } from '../activity/tables.ts';
import type { ApprovalTables } from '../approvals/tables.ts';
import type { AuditTables } from '../audit/tables.ts';
import type { ConfirmationTables } from '../confirmations/tables.ts';
import type { GuardTables } from '../guard/tables.ts';
import type { KeyTables } from '../vault/tables.ts';

export type ControlDatabase = ActivityTables &
  ApprovalTables &
  AuditTables &
  ConfirmationTables &
  GuardTables &
  KeyTables;
