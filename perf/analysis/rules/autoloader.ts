// Composer's autoloader without a class map looks for every class in the file system, prefix by prefix.
import { ms } from '../findings/text.ts';
import { defineRule, factsOf, findWorstSpan, severityOfShare } from './rule.ts';

/** With a class map this function is reached only for classes the map does not have. */
const LOOKUP = /^Composer\\Autoload\\ClassLoader::findFileWithExtension$/;
const MANY = 30;

export const autoloaderWithoutClassMap = defineRule({
  type: 'autoloader_without_class_map',
  source: 'https://getcomposer.org/doc/articles/autoloader-optimization.md',
  find: ({ snapshot }) => {
    const worst = findWorstSpan(snapshot, LOOKUP, MANY);
    if (worst === null) return null;
    const { profile, span, share } = worst;
    return {
      title: 'Composer’s autoloader has no class map',
      severity: severityOfShare(share, span.total_ms) ?? 'P2',
      impact: `${span.calls} classes were searched for in the file system in one request to ${profile.endpoint}, ${ms(span.total_ms)}: a class map avoids this.`,
      action: 'Deploy with composer install --no-dev --optimize-autoloader (or --classmap-authoritative).',
      verification:
        'Profile again: findFileWithExtension must be called for no class, or only for those that do not exist.',
      ...factsOf(worst),
    };
  },
});
