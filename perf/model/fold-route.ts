// Ids in paths: `/product/5`, `/product/6` … are one route. A part of a path that is a number, a UUID, a hash or a long
// token stands for its kind.

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\d+$/, '{id}'],
  [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, '{uuid}'],
  // ULID, KSUID, hashes: long, and of digits and letters.
  [/^(?=.*\d)[0-9a-f]{16,}$/i, '{hash}'],
  [/^(?=.*\d)[0-9a-z]{24,}$/i, '{token}'],
  [/^\d{4}-\d{2}-\d{2}$/, '{date}'],
];
/** `/blog/2026-shoes-for-rain-481`: a number in front of or behind words is an id, too. */
const TRAILING = /^(.*[^\d.-])-\d{2,}$/;
const EXTENSION = /^(.+?)(\.[a-z]{1,5}\d?)$/i;

/** Methods, hosts and query strings stay as they are. */
export function foldRoute(endpoint: string): string {
  const match = /^([A-Z]{3,20} )?((?:https?:\/\/[^/?]*)?)(\/[^?]*)(.*)$/s.exec(endpoint);
  if (match === null) return endpoint;
  const [, method = '', host, path, query] = match;
  return `${method}${host}${path!.split('/').map(foldPart).join('/')}${query}`;
}

function foldPart(part: string): string {
  const [, stem = part, extension = ''] = EXTENSION.exec(part) ?? [];
  const kind = KINDS.find(([pattern]) => pattern.test(stem));
  if (kind !== undefined) return kind[1] + extension;
  return part.replace(TRAILING, '$1-{id}');
}
