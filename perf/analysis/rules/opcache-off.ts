// Without OPcache PHP compiles every file again in every request.
import type { CallNode, RequestProfile } from '../../model/snapshot.ts';
import { ms, percent } from '../findings/text.ts';
import { samePath } from '../../model/endpoint.ts';
import { defineRule, severityOfShare } from './rule.ts';

interface Compiling {
  readonly profile: RequestProfile;
  readonly files: number;
  readonly compileMs: number;
  readonly share: number;
  readonly measured: boolean;
}

/** Fewer files than this may be one script's own. */
const FILES = 10;
/** Fetching a compiled file from OPcache takes a few hundredths of a millisecond; compiling it some tenths and more. */
const MS_PER_FILE = 0.3;

export const opcacheOff = defineRule({
  type: 'opcache_off',
  source: 'https://www.php.net/manual/en/opcache.installation.php',
  find: ({ snapshot }) => {
    const compiling = snapshot.request_profiles.flatMap((profile) => compilingIn(profile) ?? []);
    // The first request after a start compiles with OPcache too: of several requests, all must.
    const [worst] = compiling
      .filter(({ profile }) =>
        snapshot.request_profiles
          .filter((other) => other.spans.length > 0 && samePath(other.endpoint, profile.endpoint))
          .every((other) => compiling.some((one) => one.profile === other)),
      )
      .toSorted((a, b) => b.share - a.share);
    if (worst === undefined) return null;
    const { profile, files, compileMs, share } = worst;
    const severity = severityOfShare(share, compileMs);
    if (severity === null) return null;
    const how = worst.measured
      ? `::zend_compile_file was called ${files} times and took ${ms(compileMs)}`
      : `the code that includes ${files} files took ${ms(compileMs)} of its own, ${ms(compileMs / files)} for each`;
    return {
      title: 'OPcache is off: PHP compiles its files in every request',
      severity,
      impact: `${percent(share)} of a request to ${profile.endpoint} is compiling: ${how}.`,
      action:
        profile.endpoint.includes(' /') || profile.kind === 'cachegrind'
          ? 'Set opcache.enable=1 (and opcache.memory_consumption and opcache.max_accelerated_files large enough for all files), then restart PHP-FPM. If it is on, check opcache_get_status(): a full cache compiles too.'
          : 'On the command line OPcache is off unless opcache.enable_cli=1; with opcache.file_cache compiled files also outlive the process.',
      verification:
        'opcache_get_status()["opcache_enabled"] must be true; profile a second request: compiling must be gone.',
      metrics: { compile_ms: compileMs, files, share_of_request: share, severity_score_ms: compileMs },
      samples: compiling.length,
      evidence: profile.evidence,
      endpoint: profile.endpoint,
    };
  },
});

function compilingIn(profile: RequestProfile): Compiling | null {
  const wall = profile.wall_ms ?? 0;
  if (wall === 0) return null;
  const compile = profile.spans.find(({ label }) => label === '::zend_compile_file');
  const found =
    compile === undefined ? includedIn(profile) : { files: compile.calls, compileMs: compile.self_ms, measured: true };
  const { files, compileMs } = found;
  return files >= FILES && compileMs / files >= MS_PER_FILE ? { profile, ...found, share: compileMs / wall } : null;
}

/** Profilers that do not show the compiler count its time to the code that includes. */
function includedIn(profile: RequestProfile): { files: number; compileMs: number; measured: boolean } {
  const isFile = (span: number) => /^\/.*\.\w+$/.test(profile.spans[span]?.label ?? '');
  const including = new Set<number>();
  const walk = (nodes: readonly CallNode[]): void => {
    for (const node of nodes) {
      if (node.children.some((child) => isFile(child.span))) including.add(node.span);
      walk(node.children);
    }
  };
  walk(profile.call_tree);
  const files = profile.spans.reduce((sum, { label, calls }) => sum + (/^\/.*\.\w+$/.test(label) ? calls : 0), 0);
  const compileMs = [...including].reduce((sum, span) => sum + profile.spans[span]!.self_ms, 0);
  return { files, compileMs, measured: false };
}
