/**
 * One payload, shaped for this client before it becomes text and structured content, so that both always say the same:
 * some clients show their model only the one, some only the other.
 */
import { codes, type KernelError } from '../tool/errors.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { Attachment } from '../tool/answer.ts';
import type { CatalogueEntry } from '../tool/catalogue.ts';
import { escapeForeign, escapeTexts, markForeign } from '../tool/foreign.ts';
import { cutList } from './fit.ts';
import type { Surface } from './model.ts';
import { schemaWithReferences } from './references.ts';
import type { ResultStore } from './result-store.ts';

type Fields = Record<string, unknown>;

type Content = { readonly type: 'text'; readonly text: string } | Attachment;

/** The result of `tools/call` as it is sent. */
export interface ShapedResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Fields;
  readonly isError?: true;
}

export interface ShapeOptions {
  readonly surface: Surface;
  /** The tool that answered; absent when the call named none that exists. */
  readonly entry?: CatalogueEntry;
  readonly via?: 'direct' | 'indirect';
  /** Where a result too large for its answer is stored, and for whom. */
  readonly store: ResultStore;
  readonly owner: string;
}

export function shapeResult(outcome: Outcome, options: ShapeOptions): ShapedResult {
  if (!outcome.ok) return shapeError(outcome.error, options);
  const { surface, entry, via } = options;
  // A picture needs no caption that says "no data".
  const prose = proseOf(outcome.text, options);
  if (outcome.data === undefined && prose.length + outcome.attachments.length > 0) {
    return { content: [...prose, ...outcome.attachments] };
  }
  const { data, json, whole } = fit(shapeData(outcome.data, options), options);
  const drawn = pagePayload(outcome.data, options);
  const text =
    outcome.text === undefined
      ? (json ?? JSON.stringify(data))
      : fitText(markText(outcome.text, data.foreign), options);
  // A tool that lists an output schema must answer with structured content for every client. Else a client that shows
  // its model both parts, or only the text, would pay for the second copy and gain nothing.
  const declared = surface.declaresOutput && entry?.output !== undefined && via !== 'indirect';
  const structured = declared || (surface.profile.reads !== 'both' && surface.profile.reads !== 'text');
  return {
    content: [{ type: 'text', text }, ...outcome.attachments, ...(whole ? [linkTo(whole)] : [])],
    ...(drawn ? { structuredContent: drawn } : structured ? { structuredContent: data } : {}),
  };
}

/** Characters of an answer above which even a page gets only what fits. */
const MOST_DRAWN = 8_000_000;

/**
 * What the page of a tool draws from: the answer as the tool gave it, with nothing dropped or cut for the sake of a
 * model, which reads the text. Nothing where no page will.
 */
function pagePayload(data: unknown, { surface, entry, via }: ShapeOptions): Fields | undefined {
  const tool = entry?.tool;
  if (!surface.drawsViews || via === 'indirect' || (tool?.view === undefined && tool?.pagesOnly !== true))
    return undefined;
  const whole = asFields(data);
  return JSON.stringify(whole).length <= MOST_DRAWN ? whole : undefined;
}

/** Prose that a tool made of foreign text says so in its first line. */
function markText(text: string, foreign: unknown): string {
  return Array.isArray(foreign) ? `foreign: [${foreign.join(', ')}]\n${escapeForeign(text)}` : text;
}

function proseOf(text: string | undefined, options: ShapeOptions): readonly Content[] {
  return text === undefined ? [] : [{ type: 'text', text: fitText(text, options) }];
}

/** The data as an object, in this client's amount of detail. */
function shapeData(data: unknown, { surface, entry }: ShapeOptions): Fields {
  const drops = new Set(entry?.tool.conciseDrops);
  const same = new Map(Object.entries(entry?.tool.conciseSame ?? {}));
  const drop = (key: string, value: unknown, row: Fields): boolean => {
    return (
      surface.conciseDrops.has(key) ||
      drops.has(key) ||
      (same.has(key) && value === readField(same.get(key) ?? '', row, data)) ||
      (isNothing(value) && surface.conciseDropsEmpty.has(key))
    );
  };
  const { dropsNulls } = surface;
  const less =
    surface.format === 'concise'
      ? concise(data, (key, value, row) => (dropsNulls && value === null) || drop(key, value, row))
      : dropsNulls
        ? withoutRowNulls(data)
        : data;
  const where = entry?.foreign;
  if (!where) return asFields(less);
  // The names of fields with foreign text come before the fields themselves.
  const names = new Set<string>();
  const marked = asFields(markForeign(less, where, names, 'items'));
  return names.size === 0 ? marked : { foreign: [...names], ...marked };
}

/** The same data without the fields that are to be dropped. */
function concise(value: unknown, drops: (key: string, value: unknown, row: Fields) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => concise(item, drops));
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  const row = value as Fields; // an object, and no list
  for (const [key, field] of Object.entries(row)) {
    if (field === undefined || drops(key, field, row)) continue;
    out[key] = concise(field, drops);
  }
  return out;
}

/** The rows of every list without what is null in them: a field that a row lacks says the same and costs nothing. */
function withoutRowNulls(value: unknown): unknown {
  if (Array.isArray(value)) return concise(value, (_, field) => field === null);
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) out[key] = withoutRowNulls(field);
  return out;
}

/** What another field says: of the same row or, with a `^` before its name, of the answer as a whole; `a+b` is a sum. */
function readField(name: string, row: Fields, whole: unknown): unknown {
  if (name.includes('+')) return sumOf(name.split('+').map((part) => row[part]));
  if (!name.startsWith('^')) return row[name];
  return row === whole || typeof whole !== 'object' || whole === null ? NOTHING : (whole as Fields)[name.slice(1)];
}

/** A decimal sum: 0.1 + 0.2 is 0.3. */
function sumOf(parts: readonly unknown[]): unknown {
  let sum = 0;
  for (const part of parts) {
    if (typeof part !== 'number') return NOTHING;
    sum += part;
  }
  return Math.round(sum * 1e8) / 1e8;
}

/** Equal to no value. */
const NOTHING = Symbol('nothing');

function asFields(data: unknown): Fields {
  if (Array.isArray(data)) return { items: data, count: data.length };
  if (typeof data === 'object' && data !== null) return data as Fields;
  return { value: data ?? null };
}

/** An empty list, a flag that is not set, or nothing counted. */
const isNothing = (value: unknown): boolean =>
  value === false || value === 0 || (Array.isArray(value) && value.length === 0);

interface FittedResult {
  readonly data: Fields;
  /** The data as text, where it is known already. */
  readonly json?: string;
  /** Where the whole is stored, if this is only a part. */
  readonly whole?: string;
}

/** The data if it fits; else as much of its longest list as does, with a note on how to get the whole. */
function fit(data: Fields, options: ShapeOptions): FittedResult {
  const { surface, store, owner } = options;
  const limit = surface.resultLimit;
  const text = JSON.stringify(data);
  if (text.length <= limit) return { data, json: text };
  const { uri, pages } = store.put(text, owner, limit);
  const rest = `read the resource ${uri}, or its ${pages} pages ${uri}/1 and so on`;
  const found = cutList(data, limit - NOTE);
  if (!found) {
    const how = `The answer has ${text.length} characters, too many for this client: ${rest}.`;
    return { data: { summary: outline(data), more: { how, full: uri } }, whole: uri };
  }
  const { path, shown, total } = found.cut;
  const how = `${pageBy(options, shown) ?? 'Narrow the question'}, or ${rest}.`;
  return { data: { ...found.data, more: { list: path.join('.'), shown, total, how, full: uri } }, whole: uri };
}

/** Room for the note about what was cut. */
const NOTE = 500;

/** A tool with pages of its own is the better way to the rest: its next page is fresh. */
function pageBy({ entry }: ShapeOptions, shown: number): string | undefined {
  const properties = entry?.input.minimal.properties as Fields | undefined;
  return properties && 'limit' in properties && 'offset' in properties
    ? `Call again with limit ${shown} and offset increased by ${shown}`
    : undefined;
}

/** The shape of data that cannot be shown: its keys, with the size of what is large. */
function outline(data: Fields): Fields {
  return Object.fromEntries(
    Object.entries(data)
      .slice(0, 50)
      .map(([key, value]) => {
        const text = JSON.stringify(value) ?? 'null';
        return [key, text.length <= 200 ? value : `(${text.length} characters)`];
      }),
  );
}

function fitText(text: string, { surface, store, owner }: ShapeOptions): string {
  if (text.length <= surface.resultLimit) return text;
  const { uri } = store.put(text, owner, surface.resultLimit);
  return `${text.slice(0, surface.resultLimit - NOTE)}\n\n(Cut here; the whole is the resource ${uri}.)`;
}

function linkTo(uri: string): Content {
  return { type: 'resource_link', uri, name: 'The whole result', mimeType: 'application/json' };
}

/** An error in the words every client understands: a tool result that says so, with a code to act on. */
function shapeError(error: KernelError, { surface, entry, via }: ShapeOptions): ShapedResult {
  const { code, message, details } = error;
  // A client that called through a composite or dispatcher may never have seen the schema: the first mistake shows it.
  const teach = code === codes.invalidArguments && via === 'indirect' && entry;
  const body = {
    // What went wrong may name a file, a row or a header that others wrote.
    error: { code, message: escapeForeign(message), ...(details ? { details: escapeTexts(details) } : {}) },
    ...(entry ? { tool: entry.tool.name } : {}),
    ...(teach
      ? { input_schema: schemaWithReferences(entry.input.minimal, (name) => surface.route(name).kind !== 'none') }
      : {}),
  };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
}
