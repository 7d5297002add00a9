// Without a persistent object cache WordPress queries the database in every request for data that hardly ever changes.
import { wholeNumber } from '../findings/text.ts';
import { AUTOLOAD } from './autoloaded-options.ts';
import { defineRule } from './rule.ts';

/** The number of requests, and the share of similar ones, from which the finding is reported. */
const REQUESTS = 20;
/** Statements a request of a small site without such a cache sends; below this there is little to save. */
const STATEMENTS = 30;
const HARDLY_CHANGES = /^select .* from [`"]?\w*(?:options|terms|term_taxonomy|termmeta|postmeta|usermeta)[`"]?\b/;

export const noObjectCache = defineRule({
  type: 'no_object_cache',
  source: 'https://developer.wordpress.org/reference/classes/wp_object_cache/#persistent-caching',
  find: ({ queries }) => {
    // With a persistent cache the autoloaded options come from it: the statement that loads them marks a request without.
    const autoload = queries.find(({ fingerprint }) => AUTOLOAD.test(fingerprint));
    if (autoload === undefined || autoload.count < REQUESTS) return null;
    const requests = autoload.count;
    const cacheable = queries.filter(
      ({ fingerprint, count }) => HARDLY_CHANGES.test(fingerprint) && count >= requests / 2,
    );
    const perRequest = queries.reduce((sum, { count }) => sum + count, 0) / requests;
    const saved = cacheable.reduce((sum, { count }) => sum + count, 0) / requests;
    if (perRequest < STATEMENTS || saved < 5) return null;
    const time = cacheable.reduce((sum, { query_total_time_ms: total }) => sum + total, 0) / requests;
    return {
      title: 'WordPress runs without a persistent object cache',
      severity: 'P2',
      impact: `Each of ${requests} requests read the autoloaded options from the database, and sent ${wholeNumber(saved)} statements for options, terms and metadata of ${wholeNumber(perRequest)} in all.`,
      action: 'Install a persistent object cache (a Redis or Memcached drop-in, wp-content/object-cache.php).',
      verification: 'Record again: the statement that loads the autoloaded options must be gone from most requests.',
      metrics: {
        statements_per_request: perRequest,
        cacheable_per_request: saved,
        requests,
        severity_score_ms: time,
      },
      samples: requests,
      evidence: autoload.evidence,
    };
  },
});
