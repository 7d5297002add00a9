// Asking another server while a visitor waits: its slowness, and its failure, become this page's.
import { ms } from '../findings/text.ts';
import { defineRule, severityOfShare, findSpans } from './rule.ts';

const REMOTE =
  /^(?:curl_exec|curl_multi_exec|curl_multi_select|fsockopen|stream_socket_client|SoapClient::__doRequest|WP_Http::request|WpOrg\\Requests\\Requests::request|Requests::request|GuzzleHttp\\Client::(?:request|send|transfer)|Symfony\\Component\\HttpClient\\Response\\\w+::getContent)$/;

/** They read a file as well as another server, and a profile does not say which: only one that waits long is taken for a server. */
const STREAMS =
  /^(?:file_get_contents|file|fopen|fgets|fread|stream_get_contents|get_headers|copy|simplexml_load_file)$/;
/** Of one call on average; no disk takes this long. */
const WAITING_MS = 50;

export const remoteCalls = defineRule({
  type: 'remote_calls',
  source: 'https://docs.wpvip.com/databases/optimize-queries/fetching-remote-data/',
  find: ({ snapshot }) => {
    const streams = findSpans(snapshot, STREAMS).filter(({ span }) => span.self_ms >= WAITING_MS * span.calls);
    const [worst] = [...findSpans(snapshot, REMOTE), ...streams]
      .map(({ profile, span }) => ({ profile, span, share: share(span.total_ms, profile.wall_ms) }))
      .toSorted((a, b) => b.span.total_ms - a.span.total_ms);
    if (worst === undefined) return null;
    const { profile, span } = worst;
    const severity = severityOfShare(worst.share, span.total_ms);
    if (severity === null) return null;
    return {
      title: `${profile.endpoint} waits for another server`,
      severity,
      impact: `${span.label} takes ${ms(span.total_ms)} of a request to ${profile.endpoint} that takes ${ms(profile.wall_ms ?? 0)}, in ${span.calls} calls: time spent waiting for another server.`,
      action:
        'Remove the call from the request: fetch in the background (cron, queue) and store the response; where it must be fresh, cache it for a minute and set a short timeout.',
      verification: `Profile the request again: ${span.label} must be gone from it, or be reached only when the cache is cold.`,
      metrics: {
        total_ms: span.total_ms,
        calls: span.calls,
        share_of_request: worst.share,
        severity_score_ms: span.total_ms,
      },
      samples: snapshot.request_profiles.filter(({ spans }) => spans.some(({ label }) => label === span.label)).length,
      evidence: span.evidence,
      endpoint: profile.endpoint,
    };
  },
});

function share(part: number, whole: number | null): number {
  return whole === null || whole === 0 ? 0 : part / whole;
}
