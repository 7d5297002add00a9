// WordPress loads every autoloaded option at the start of every request.
import { ms, wholeNumber } from '../findings/text.ts';
import { defineRule } from './rule.ts';

/** WordPress's own Site Health warns from here (WP_Site_Health::get_test_autoloaded_options, since 6.6). */
const TOO_MANY_BYTES = 800_000;

export const AUTOLOAD = /^select .*option_value.* from [`"]?\w*options[`"]? where [`"]?autoload[`"]? (?:= ?\?|in ?\()/;

export const autoloadedOptions = defineRule({
  type: 'autoloaded_options',
  source: 'https://developer.wordpress.org/reference/classes/wp_site_health/get_test_autoloaded_options/',
  find: ({ queries }) => {
    const row = queries.find(({ fingerprint }) => AUTOLOAD.test(fingerprint));
    if (row === undefined) return null;
    const bytes = row.bytes_sent / row.count;
    if (bytes < TOO_MANY_BYTES) return null;
    return {
      title: `WordPress loads ${wholeNumber(bytes / 1024)} KiB of options in every request`,
      severity: bytes >= 4 * TOO_MANY_BYTES ? 'P1' : 'P2',
      impact: `The autoloaded options are ${wholeNumber(row.rows_sent / row.count)} rows and ${wholeNumber(bytes / 1024)} KiB, read and unserialised in each of ${row.count} requests, ${ms(row.avg_time_ms)} in the database alone.`,
      action:
        "Find the largest: SELECT option_name, LENGTH(option_value) AS bytes FROM wp_options WHERE autoload IN ('yes', 'on') ORDER BY bytes DESC LIMIT 20. Set autoload to no for what few pages need, and delete what removed plugins left.",
      verification: 'Record again: Bytes_sent of this class must be below 800 kB a run.',
      metrics: {
        bytes_per_run: bytes,
        rows_per_run: row.rows_sent / row.count,
        count: row.count,
        severity_score_ms: row.avg_time_ms,
      },
      samples: row.records,
      evidence: row.evidence,
    };
  },
});
