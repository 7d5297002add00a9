// Routes by name: `/product/{id}` for every product. Written as frameworks write them: `{id}`, `{id?}` (Laravel, Symfony),
// `:id`, `%postname%` (WordPress), `*` for the rest of a path.

/** An endpoint under the route it belongs to, or as it is. */
export type RouteOf = (endpoint: string) => string;

const ENDPOINT = /^([A-Z]{3,20} )?((?:https?:\/\/[^/?]*)?)(\/[^?]*)(.*)$/s;

/** The first route of the list that fits counts: put `/product/new` before `/product/{id}`. */
export function routeMatcher(routes: readonly string[]): RouteOf {
  const patterns = routes.map((route) => ({ route: normalOf(route), pattern: patternOf(route) }));
  if (patterns.length === 0) return (endpoint) => endpoint;
  return (endpoint) => {
    const match = ENDPOINT.exec(endpoint);
    if (match === null) return endpoint;
    const [, method = '', host, path, query] = match;
    const found = patterns.find(({ pattern }) => pattern.test(path!));
    return found === undefined ? endpoint : `${method}${host}${found.route}${query}`;
  };
}

function normalOf(route: string): string {
  return route.startsWith('/') ? route : `/${route}`;
}

/** Of WordPress's tags, those that are numbers. */
const DIGITS: Readonly<Record<string, string>> = {
  '%year%': String.raw`\d{4}`,
  '%monthnum%': String.raw`\d\d`,
  '%day%': String.raw`\d\d`,
  '%post_id%': String.raw`\d+`,
};

const PLACE = /\{[^}]*\?\}|\{[^}]*\}|%[^%/]+%|:[A-Za-z_]\w*|\*/g;

function patternOf(route: string): RegExp {
  const text = normalOf(route);
  let pattern = '';
  let at = 0;
  for (const { 0: place, index } of text.matchAll(PLACE)) {
    const before = text.slice(at, index);
    // What may be missing takes its slash along.
    const optional = place.endsWith('?}') && before.endsWith('/');
    pattern += escapeText(optional ? before.slice(0, -1) : before);
    pattern += place === '*' ? '.*' : optional ? '(?:/[^/]*)?' : (DIGITS[place] ?? '[^/]+');
    at = index + place.length;
  }
  return new RegExp(`^${pattern}${escapeText(text.slice(at).replace(/\/$/, ''))}/?$`);
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** The list a framework prints of its routes: `artisan route:list --json`, `debug:router --format=json`. Null for anything else. */
export function routesFromJson(json: unknown): string[] | null {
  const rows = Array.isArray(json)
    ? (json as unknown[])
    : typeof json === 'object' && json !== null
      ? Object.values(json)
      : [];
  const paths = rows.map((row) => {
    const { uri, path } = Object(row) as { uri?: unknown; path?: unknown };
    return typeof uri === 'string' ? uri : typeof path === 'string' ? path : null;
  });
  return paths.length === 0 || paths.includes(null) ? null : [...new Set(paths as string[])].map(normalOf);
}
