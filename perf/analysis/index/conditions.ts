// The conditions of a statement on each table: columns it compares for equality, by range, and sorts by. Read from the redacted
// example, whose values are `?` and whose names are whole. Only what an index can use: a column inside a function or
// below an OR counts for nothing.

export interface EqualColumn {
  readonly column: string;
  /** Compared with a column of another table, not with a value. */
  readonly joins: boolean;
}

export interface TableConditions {
  readonly table: string;
  /** The name the rest of the statement uses. */
  readonly alias: string;
  readonly equal: EqualColumn[];
  readonly range: string[];
  readonly order: string[];
  /** Columns that are compared, but in a way no index helps. */
  readonly hidden: string[];
}

export interface Conditions {
  readonly tables: readonly TableConditions[];
}

const TOKEN = /`(?:[^`]|``)*`|"(?:[^"]|"")*"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\?|<=>|<=|>=|<>|!=|::|[^\s\w]/g;
const CLAUSES = new Set([
  'where',
  'group',
  'order',
  'having',
  'limit',
  'window',
  'for',
  'union',
  'into',
  'procedure',
  'lock',
  'offset',
  'fetch',
]);
const JOINS = new Set(['join', 'inner', 'left', 'right', 'outer', 'cross', 'natural', 'straight_join', 'full', ',']);

/** Null where the statement is no SELECT, UPDATE or DELETE that this can read. */
export function conditionsOf(statement: string): Conditions | null {
  const words = statement.match(TOKEN) ?? [];
  const from = tableClause(words);
  if (from === null) return null;
  const tables = tablesOf(from);
  if (tables.length === 0) return null;
  const where = clause(words, 'where', CLAUSES) ?? [];
  for (const condition of [...joinConditions(from), ...conjuncts(where)]) addCondition(condition, tables);
  addOrder(clause(words, 'order', new Set(['limit', 'for', 'offset', 'fetch', 'into', 'lock'])) ?? [], tables);
  return { tables };
}

/** Where a statement names its tables: behind FROM, or between UPDATE and SET. */
function tableClause(words: readonly string[]): string[] | null {
  const verb = words[0]?.toLowerCase();
  if (verb === 'update') return clause(words, 'update', new Set(['set']));
  if (verb !== 'select' && verb !== 'delete') return null;
  return clause(words, 'from', verb === 'delete' ? new Set([...CLAUSES, 'using', 'returning']) : CLAUSES);
}

/** The words after a keyword at the outermost level, up to the next clause. */
function clause(words: readonly string[], keyword: string, ends: ReadonlySet<string>): string[] | null {
  let depth = 0;
  let start = -1;
  for (const [i, word] of words.entries()) {
    const lower = word.toLowerCase();
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth === 0 && start === -1 && lower === keyword) start = i + 1;
    else if (depth === 0 && start !== -1 && ends.has(lower) && lower !== keyword) return words.slice(start, i);
  }
  return start === -1 ? null : words.slice(start);
}

function tablesOf(from: readonly string[]): TableConditions[] {
  const tables: TableConditions[] = [];
  let depth = 0;
  let expected = true;
  for (let i = 0; i < from.length; i++) {
    const word = from[i]!;
    if (word === '(') depth++;
    if (word === ')') depth--;
    if (depth > 0 || word === ')') {
      expected = false;
      continue;
    }
    const lower = word.toLowerCase();
    if (lower === 'on' || lower === 'using') expected = false;
    else if (JOINS.has(lower)) expected = true;
    else if (expected && isName(word)) {
      const qualified = from[i + 1] === '.';
      if (qualified) i += 2;
      const table = bare(from[i] ?? '');
      if (from[i + 1]?.toLowerCase() === 'as') i++;
      const next = from[i + 1];
      const aliased = next !== undefined && isName(next) && !isKeyword(next);
      tables.push({ table, alias: aliased ? bare(next) : table, equal: [], range: [], order: [], hidden: [] });
      expected = false;
    }
  }
  return tables;
}

function joinConditions(from: readonly string[]): string[][] {
  const found: string[][] = [];
  let depth = 0;
  let start = -1;
  const close = (end: number) => {
    if (start !== -1) found.push(...conjuncts(from.slice(start, end)));
    start = -1;
  };
  for (const [i, word] of from.entries()) {
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth === 0 && word.toLowerCase() === 'on') start = i + 1;
    else if (depth === 0 && JOINS.has(word.toLowerCase())) close(i);
  }
  close(from.length);
  return found;
}

/** Splits at AND, through parentheses that hold only such; what stands below an OR is left out. */
function conjuncts(words: readonly string[]): string[][] {
  const inner = unwrap(words);
  if (splitAt(inner, 'or').length > 1) return [];
  const parts = splitAt(inner, 'and');
  return parts.length === 1 ? [inner] : parts.flatMap(conjuncts);
}

function unwrap(words: readonly string[]): string[] {
  let inner = [...words];
  while (inner[0] === '(' && closing(inner) === inner.length - 1) inner = inner.slice(1, -1);
  return inner;
}

function closing(words: readonly string[]): number {
  let depth = 0;
  for (const [i, word] of words.entries()) {
    if (word === '(') depth++;
    else if (word === ')' && --depth === 0) return i;
  }
  return -1;
}

function splitAt(words: readonly string[], keyword: string): string[][] {
  const parts: string[][] = [[]];
  let depth = 0;
  let between = false;
  for (const word of words) {
    const lower = word.toLowerCase();
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth === 0 && lower === 'between') between = true;
    if (depth === 0 && lower === keyword && !(keyword === 'and' && between)) parts.push([]);
    else parts.at(-1)!.push(word);
    // The AND of BETWEEN is no conjunction.
    if (depth === 0 && lower === 'and') between = false;
  }
  return parts.filter((part) => part.length > 0);
}

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

function addCondition(words: readonly string[], tables: readonly TableConditions[]): void {
  const left = columnAt(words, 0, tables);
  if (left === null) {
    hide(words, tables);
    // `? < created`: the column may stand on the right.
    const right = columnAt(words, 2, tables);
    if (words[0] === '?' && right !== null && right.end === words.length)
      add(right, FLIPPED[words[1]!] ?? words[1]!, false);
    return;
  }
  const operator = words[left.end]?.toLowerCase() ?? '';
  const right = columnAt(words, left.end + 1, tables);
  if (right !== null && right.end === words.length && operator === '=') {
    add(left, '=', right.table !== left.table);
    add(right, '=', right.table !== left.table);
    return;
  }
  // Something computed from a column on the other side cannot be looked up.
  if (right !== null && right.end < words.length) return;
  add(left, operator, false);
}

interface ColumnAt {
  readonly table: TableConditions;
  readonly column: string;
  readonly end: number;
}

function columnAt(words: readonly string[], at: number, tables: readonly TableConditions[]): ColumnAt | null {
  const first = words[at];
  if (first === undefined || !isName(first) || isKeyword(first) || words[at + 1] === '(') return null;
  if (words[at + 1] === '.') {
    const qualifier = words[at + 3] === '.' ? words[at + 2]! : first;
    const end = words[at + 3] === '.' ? at + 5 : at + 3;
    const table = tables.find(({ alias, table: name }) => [alias, name].includes(bare(qualifier)));
    const column = words[end - 1];
    return table && column !== undefined ? { table, column: bare(column), end } : null;
  }
  // Without a qualifier, the column's table is only known when there is one table.
  return tables.length === 1 ? { table: tables[0]!, column: bare(first), end: at + 1 } : null;
}

function add({ table, column }: ColumnAt, operator: string, joins: boolean): void {
  if (['=', '<=>', 'in', 'is'].includes(operator)) {
    if (!table.equal.some((known) => known.column === column)) table.equal.push({ column, joins });
  } else if (['<', '>', '<=', '>=', 'between'].includes(operator)) {
    if (!table.range.includes(column)) table.range.push(column);
  } else table.hidden.push(column);
}

/** A column inside a function: no index of the plain column serves it. */
function hide(words: readonly string[], tables: readonly TableConditions[]): void {
  if (!words.includes('(')) return;
  for (let i = 1; i < words.length; i++) {
    const found = words[i - 1] === '.' ? null : columnAt(words, i, tables);
    if (found !== null) found.table.hidden.push(found.column);
  }
}

function addOrder(words: readonly string[], tables: readonly TableConditions[]): void {
  const keys = splitAt(words[0]?.toLowerCase() === 'by' ? words.slice(1) : words, ',');
  const columns = keys.map((key) => ({
    found: columnAt(key, 0, tables),
    falls: key.at(-1)?.toLowerCase() === 'desc',
    length: key.length,
  }));
  const [first] = columns;
  // An index gives an order only of one table, in one direction, by plain columns.
  if (first === undefined || first.found === null) return;
  const { table } = first.found;
  const usable = columns.every(
    ({ found, falls, length }) =>
      found !== null && found.table === table && falls === first.falls && length <= found.end + 1,
  );
  if (usable) table.order.push(...columns.map(({ found }) => found!.column));
}

function isName(word: string): boolean {
  return /^[`"A-Za-z_\u0080-\uffff]/.test(word);
}

const KEYWORDS = new Set(
  'on using where group order having limit join inner left right outer cross natural full straight_join as and or not in is null between like exists case when then else end use force ignore union select distinct asc desc interval true false for'.split(
    ' ',
  ),
);

function isKeyword(word: string): boolean {
  return KEYWORDS.has(word.toLowerCase());
}

function bare(word: string): string {
  return /^[`"]/.test(word) ? word.slice(1, -1) : word;
}
