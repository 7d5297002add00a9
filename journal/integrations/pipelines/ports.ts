/** The doors between a pipeline and the rest of the house; the book's side of them is in `records/`. */
import type { DataType } from '@zorivest/vocabulary';
import type { Mail } from '../mail/mail.ts';
import type { AnswerSource } from '@zorivest/market';
import type { Row, WriteMode } from './market-tables.ts';

export interface FetchResult {
  readonly provider: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly source: AnswerSource;
}

export interface MarketAccess {
  fetch(
    type: DataType,
    query: Readonly<Record<string, unknown>>,
    options: { readonly provider?: string; readonly useCache: boolean; readonly signal: AbortSignal },
  ): Promise<FetchResult>;
  /** A page or file at an allowed address; refused when larger or of another type than asked for. */
  download(
    url: string,
    options: { readonly mimeTypes: readonly string[]; readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<{ readonly content: string; readonly mimeType: string }>;
  /** Where an incremental fetch left off. */
  cursor(key: CursorKey): Promise<string | null>;
  moveCursor(key: CursorKey, cursor: string): Promise<void>;
}

export interface CursorKey {
  readonly policyId: string;
  readonly provider: string;
  readonly dataType: string;
  readonly entity: string;
}

export interface MarketTables {
  /** Writes rows whole or not at all; answers how many were new or changed. */
  write(table: string, rows: readonly Row[], mode: WriteMode): Promise<number>;
}

export interface ReportStore {
  /** Stores a new version of the report of this name. */
  save(report: {
    readonly name: string;
    readonly spec: unknown;
    readonly snapshot: unknown;
    readonly hash: string;
  }): Promise<{
    readonly reportId: string;
    readonly version: number;
  }>;
}

export interface Template {
  readonly name: string;
  readonly subject: string | null;
  readonly body: string;
  readonly format: 'html' | 'markdown';
}

/** The templates a policy names, by name; null for one that is not there. */
export type NamedTemplates = ReadonlyMap<string, Template | null>;

export interface Templates {
  /** Only what the policy names literally: an approval covers nothing else. */
  find(name: string): Promise<Template | null>;
}

/** How things leave the house. */
export interface Outbox {
  /** `null` when mail is set up, else what is missing. */
  mailFault(): Promise<string | null>;
  mail(mail: Mail, signal: AbortSignal): Promise<void>;
  /** Writes into the reports folder of the home; answers the path below it. */
  file(name: string, content: Uint8Array): Promise<string>;
  /** A file of that folder, by its plain name. */
  read(name: string): Promise<Uint8Array>;
}

/** What was sent to whom, so that nothing is sent twice. */
export interface Deliveries {
  /** Claims the key, unless it was delivered before or its delivery is uncertain. */
  claim(delivery: {
    readonly reportId: string | null;
    readonly channel: string;
    readonly recipient: string;
    readonly key: string;
  }): Promise<'claimed' | 'delivered' | 'unsettled'>;
  settle(key: string, error: string | null): Promise<void>;
}

export interface ReportJob {
  readonly title: string;
  /** What the templates can name. */
  readonly scope: Readonly<Record<string, unknown>>;
  readonly subject?: string | null;
  readonly body:
    /** `by_text` is HTML if what it renders to has a tag. */
    | { readonly template: string; readonly format: 'html' | 'markdown' | 'by_text' }
    /** A page that is there already. */
    | { readonly html: string };
  /** Pictures, put behind the text. */
  readonly charts?: readonly string[];
  readonly pdf?: boolean;
}

export interface Report {
  readonly subject: string | null;
  /** The template's text, filled in; null for a page that was there already. */
  readonly text: string | null;
  readonly html: string;
  readonly pdf: Uint8Array | null;
}

/** Where templates are filled in and rendered. */
export type Render = (job: ReportJob, signal: AbortSignal) => Promise<Report>;

/** The week on one page, by its name: an ISO week, `this` or `last`. */
export type WeekPages = (
  week: string,
  signal: AbortSignal,
) => Promise<{ readonly week: string; readonly title: string; readonly html: string; readonly file_name: string }>;
