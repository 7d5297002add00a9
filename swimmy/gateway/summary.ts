// Shortens an answer to a token budget. A client that pays by the token gets the key figures and the names of the rest;
// it can ask for every field by name.
import { badField } from './bad-field.ts';
import type { ResultAnswer, ResultSummary } from './result.ts';

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}; // looked up one by one

/** Numbers in JSON average about three characters a token. */
const RUN_CHARACTERS = 800 * 3;
const SWEEP_CHARACTERS = 1500 * 3;
/** Characters reserved for the names of omitted fields. */
const NOTE = 250;

/** Requests every field, without a budget. */
const ALL = 'all';

/** Fields in order of priority until the budget is spent; a dot leads into a part. */
const RESULT_PARTS = [
  'benchmark',
  'details.parameters',
  'details.bars',
  'details.first_time',
  'details.last_time',
  'details.sweep',
  'details.walk_forward',
  'details.portfolio',
  'details.lookahead',
  'details.bootstrap',
  'details.trades',
  'trade_list',
  'closed',
  'mode',
  'details.conventions',
  'details.equity_curve',
  'details.price_bars',
] as const;
const ENVELOPE_PARTS = ['failed_pieces', 'workers'] as const;
/** The figures shown of each run of a sweep. */
const MAIN = ['sharpe', 'return', 'pnl', 'trades', 'max_drawdown', 'outcome'];
const LISTED_RUNS = 10;
const LISTED_WARNINGS = 5;

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;

/** The key figures within the token budget. */
export function summarizeResult(answer: ResultAnswer): ResultSummary {
  const { result, warnings, ...envelope } = answer;
  if (result === null) return answer;
  const { details, benchmark: _b, closed: _c, mode: _m, trade_list: _t, ...figures } = result;
  const isSearch = 'sweep' in fieldsOf(details) || 'walk_forward' in fieldsOf(details);
  const left: string[] = [];
  const asides = Object.fromEntries(
    ENVELOPE_PARTS.flatMap((name) => (name in envelope ? [[name, envelope[name]]] : [])),
  );
  let summary: Fields = {
    ...without(envelope, ENVELOPE_PARTS),
    result: figures,
    warnings: warnings.slice(0, LISTED_WARNINGS),
  };
  if (warnings.length > LISTED_WARNINGS) left.push('warnings');
  const most = (isSearch ? SWEEP_CHARACTERS : RUN_CHARACTERS) - NOTE;
  let size = sizeOf(summary);
  const add = (name: string, value: unknown, put: () => Fields): void => {
    const cost = sizeOf(value) + name.length + 4;
    if (size + cost > most) return void left.push(name);
    summary = put();
    size += cost;
  };
  for (const path of RESULT_PARTS) {
    const value = valueAt(result, path);
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    const brief = path === 'details.sweep' ? briefSweep(fieldsOf(value)) : value;
    if (brief !== value)
      left.push(...['sweep.best', 'sweep.heat_map'].filter((name) => valueAt(details, name) !== undefined));
    add(path.replace('details.', ''), brief, () => ({
      ...summary,
      result: putAt(fieldsOf(summary.result), path, brief),
    }));
  }
  for (const name of ENVELOPE_PARTS)
    if (asides[name] !== undefined) add(name, asides[name], () => ({ ...summary, [name]: asides[name] }));
  return { ...(summary as unknown as ResultSummary), ...(left.length > 0 ? { left_out: left } : {}) }; // the answer, with less of it
}

/** The best runs of a sweep with their main figures only. */
function briefSweep(sweep: Fields): Fields {
  const { heat_map: _map, best, ...rest } = sweep;
  const rows = Array.isArray(best) ? (best as readonly unknown[]).map(fieldsOf) : [];
  return {
    ...rest,
    best: rows.slice(0, LISTED_RUNS).map(({ parameters, outcome, figures }) => ({
      parameters,
      ...(outcome === 'ruined' ? { outcome } : {}),
      figures: only(fieldsOf(figures), MAIN),
    })),
  };
}

/** Only the requested fields, each at its usual path. */
export function selectFields(answer: ResultAnswer, names: readonly string[]): ResultSummary {
  const { result } = answer;
  if (result === null || names.includes(ALL)) return answer;
  const { details } = result;
  let selection: Fields = { strategy_name: result.strategy_name };
  let outer = without(answer, [...ENVELOPE_PARTS, 'result', 'warnings']);
  for (const name of names) {
    const [own, inside] = [valueAt(result, name), valueAt(details, name)];
    const aside = [...ENVELOPE_PARTS, 'warnings'].includes(name) ? fieldsOf(answer)[name] : undefined;
    if (own === undefined && inside === undefined && aside === undefined) throw unknownField(name, answer);
    if (own !== undefined) selection = putAt(selection, name, own);
    if (inside !== undefined) selection = putAt(selection, `details.${name}`, inside);
    if (aside !== undefined) outer = { ...outer, [name]: aside };
  }
  return { warnings: [], ...outer, result: selection } as unknown as ResultSummary; // as above
}

function unknownField(name: string, answer: ResultAnswer): Error {
  const { details, ...figures } = fieldsOf(answer.result);
  const names = [...Object.keys(figures), ...Object.keys(fieldsOf(details)), ALL];
  return badField('fields', `this result has no ${JSON.stringify(name)}; it has ${[...new Set(names)].join(', ')}`);
}

type Page = NonNullable<ResultAnswer['runs']>;

/** The requested columns; without a request the main ones, when all of them exceed the budget. */
export function selectColumns(page: Page, names: readonly string[] | undefined): Page {
  const [first] = page.rows;
  if (first === undefined || names?.includes(ALL)) return page;
  const known = Object.keys(first.figures);
  const missing = names?.find((name) => !known.includes(name) && !(name in first.parameters));
  if (missing !== undefined)
    throw badField('fields', `the rows have no ${JSON.stringify(missing)}; they have ${known.join(', ')}`);
  if (names === undefined && sizeOf(page) <= SWEEP_CHARACTERS) return page;
  const wanted = names ?? (known.some((name) => MAIN.includes(name)) ? MAIN : known);
  return { ...page, rows: page.rows.map((row) => ({ ...row, figures: only(row.figures, wanted) })) };
}

function only<T>(fields: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}
const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => fieldsOf(inner)[name], value);
}

function putAt(fields: Fields, path: string, value: unknown): Fields {
  const [name = '', ...rest] = path.split('.');
  return { ...fields, [name]: rest.length === 0 ? value : putAt(fieldsOf(fields[name]), rest.join('.'), value) };
}
