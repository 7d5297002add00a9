import type { AuditTables } from '@zorivest/store';

/** The tables of control.db. It has an audit of its own; a concept that lives there adds its tables in its `tables.ts`. */
export interface ControlDatabase extends AuditTables {}
