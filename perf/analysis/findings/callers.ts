// Which PHP code sends a statement: the loop in a profile's call tree that reaches the database as often as the log
// counts runs. Works on SPX's and Xdebug's trees alike.
import { samePath } from '../../model/endpoint.ts';
import type { CallNode, Evidence, RequestProfile, Snapshot, Span } from '../../model/snapshot.ts';

export interface Caller {
  /** The code that holds the loop, or the only call: a function, or a file for code outside of functions. */
  readonly caller: string;
  readonly file: string | null;
  /** What it calls. */
  readonly callee: string;
  /** The function that speaks to the database; often the callee itself. */
  readonly database_call: string;
  readonly calls_per_request: number;
  readonly total_ms: number;
  readonly endpoint: string;
  readonly evidence: readonly Evidence[];
}

/** Functions of PHP and of common libraries that send one statement. */
const SENDS =
  /^(?:mysqli?_(?:query|real_query|execute_query|stmt_execute)|mysqli(?:_stmt)?::(?:query|real_query|execute_query|execute)|pg_(?:query|query_params|execute)|PDO::(?:query|exec)|PDOStatement::execute|wpdb::(?:query|get_var|get_row|get_col|get_results|insert|update|delete|replace)|Doctrine\\DBAL\\(?:Connection|Statement)::(?:query|execute\w*|fetch\w*)|Illuminate\\Database\\Connection::(?:select\w*|statement|affectingStatement|insert|update|delete)|yii\\db\\Command::(?:query\w*|execute)|Wikimedia\\Rdbms\\\w+::(?:query|select\w*))$/i;

interface Frame {
  readonly node: CallNode;
  readonly span: Span;
}

/** How far the two counts may differ: the log may contain other requests than the profiled one. */
const TOLERANCE = 0.34;

/**
 * The caller of a statement that runs this number of times in a request to one of these endpoints. Profiles of other endpoints
 * are ignored; one without an endpoint (Xdebug's names only the script) is used.
 */
export function callerOf(snapshot: Snapshot, endpoints: readonly string[], runs: number): Caller | null {
  const profiles = snapshot.request_profiles.filter(({ call_tree: tree }) => tree.length > 0);
  const own = profiles.filter(({ endpoint }) => endpoints.some((name) => samePath(name, endpoint)));
  const asked = own.length > 0 ? own : profiles.filter((one) => endpoints.length === 0 || !knowsEndpoint(one));
  const found = asked
    .flatMap(callersIn)
    .map((caller) => ({ caller, off: Math.abs(caller.calls_per_request - runs) / runs }))
    .filter(({ off }) => off <= TOLERANCE)
    .toSorted((a, b) => Math.round((a.off - b.off) * 20) || b.caller.total_ms - a.caller.total_ms);
  return found[0]?.caller ?? null;
}

function knowsEndpoint({ endpoint, kind }: RequestProfile): boolean {
  return kind !== 'cachegrind' || /^[A-Z]{3,10} \//.test(endpoint);
}

/** Every way into the database, each named by the code that repeats it. */
function callersIn(profile: RequestProfile): Caller[] {
  const found: Caller[] = [];
  const walk = (nodes: readonly CallNode[], path: readonly Frame[]): void => {
    for (const node of nodes) {
      const span = profile.spans[node.span];
      if (span === undefined) continue;
      const here = [...path, { node, span }];
      // What the library calls in turn is the same statement again.
      if (SENDS.test(span.label)) found.push(callerAt(here, profile));
      else walk(node.children, here);
    }
  };
  walk(profile.call_tree, []);
  return found;
}

/** Upwards from the call: code that runs as often is only passed through, the first that runs less holds the loop. */
function callerAt(path: readonly Frame[], profile: RequestProfile): Caller {
  const last = path.length - 1;
  const { node, span } = path[last]!;
  let owner = last - 1;
  while (owner > 0 && path[owner]!.node.calls * 2 > node.calls && node.calls > 1) owner--;
  const holder = path[Math.max(0, owner)]!;
  const callee = path[Math.min(last, Math.max(0, owner) + 1)]!;
  return {
    caller: holder.span.label,
    file: holder.span.file ?? null,
    callee: callee.span.label,
    database_call: span.label,
    calls_per_request: node.calls,
    total_ms: node.total_ms,
    endpoint: profile.endpoint,
    evidence: holder.span.evidence,
  };
}

/** `…/themes/shop/index.php calls wpdb::get_var 40×`. */
export function callerSentence({
  caller,
  file,
  callee,
  database_call: query,
  calls_per_request: calls,
}: Caller): string {
  const where = file !== null && file !== caller ? `${short(caller)} (${short(file)})` : short(caller);
  return `${where} calls ${short(callee)} ${calls}×${callee === query ? '' : `, which sends it through ${query}`}`;
}

/** The last parts of a path are what distinguishes files. */
function short(label: string): string {
  if (!label.startsWith('/')) return label;
  const parts = label.split('/');
  return parts.length > 4 ? `…/${parts.slice(-3).join('/')}` : label;
}
