// Laravel reads its configuration and its routes file by file in every request, unless they were cached when it was deployed.
import { ms, percent } from '../findings/text.ts';
import { defineRule, findSpans } from './rule.ts';

/** None of them is called where the caches are there. */
const READS =
  /^Illuminate\\Foundation\\(?:Bootstrap\\LoadConfiguration::loadConfigurationFiles|Bootstrap\\LoadEnvironmentVariables::createDotenv|Support\\Providers\\RouteServiceProvider::loadRoutes)$/;
const CONFIG = /::loadConfigurationFiles$/;
/** Share of the request, and absolute time: less is not worth a deployment. */
const LEAST_SHARE = 0.03;
const LEAST_MS = 1;
const MUCH = 0.25;

export const configNotCached = defineRule({
  type: 'config_not_cached',
  source: 'https://laravel.com/docs/deployment#optimizing-configuration-loading',
  find: ({ snapshot }) => {
    const found = Map.groupBy(findSpans(snapshot, READS), ({ profile }) => profile);
    const [worst] = [...found]
      .filter(([, spans]) => spans.some(({ span }) => CONFIG.test(span.label)))
      .map(([profile, spans]) => {
        const total = spans.reduce((sum, { span }) => sum + span.total_ms, 0);
        return { profile, spans, total, share: profile.wall_ms ? total / profile.wall_ms : 0 };
      })
      .filter(({ total, share }) => total >= LEAST_MS && share >= LEAST_SHARE)
      .toSorted((a, b) => b.share - a.share);
    if (worst === undefined) return null;
    const { profile, spans, total, share } = worst;
    return {
      title: 'Laravel reads its configuration again in every request',
      severity: share >= MUCH ? 'P1' : 'P2',
      impact: `Configuration and routes were read file by file in ${found.size} of ${snapshot.request_profiles.filter(({ call_tree: tree }) => tree.length > 0).length} profiled requests: ${ms(total)} of ${ms(profile.wall_ms ?? 0)} in one to ${profile.endpoint} (${percent(share)}).`,
      action:
        'Deploy with php artisan config:cache and php artisan route:cache (or php artisan optimize), and call env() only in configuration files: it returns null once they are cached.',
      verification: 'Profile again: LoadConfiguration::loadConfigurationFiles must be gone.',
      metrics: { total_ms: total, share_of_request: share, severity_score_ms: total },
      samples: found.size,
      evidence: spans.flatMap(({ span }) => span.evidence),
    };
  },
});
