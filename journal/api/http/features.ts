// Which logs a request belongs to: that of the API, and that of the part of the journal it is about. Each has a level of
// its own, so that one part can be looked at without the others.
import type { LogFeature } from '../system/logs.ts';

/** First words of a path under `/api/v1` -> the part. */
const PARTS: readonly (readonly [LogFeature, readonly string[]])[] = [
  ['trades', ['trades', 'round-trips', 'structures', 'position-events', 'trade-plans', 'mistakes', 'journal-entries']],
  ['accounts', ['accounts', 'banking', 'brokers', 'imports', 'import']],
  ['marketdata', ['market-data', 'identifiers', 'fx']],
  ['tax', ['tax']],
  ['calculator', ['calculator']],
  ['images', ['images']],
];

export function featuresOf(route: string): readonly LogFeature[] {
  const [first, , third] = route.replace(/^\/api\/v1\//, '').split('/');
  // The pictures of a trade are pictures.
  const word = third === 'images' ? third : (first?.split(':')[0] ?? '');
  const part = PARTS.find(([, names]) => names.includes(word));
  return part === undefined ? ['api'] : ['api', part[0]];
}
