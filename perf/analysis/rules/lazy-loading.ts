// Eloquent fetches a relation when it is first read, model by model: a list of forty then sends forty statements.
import type { CallNode, RequestProfile } from '../../model/snapshot.ts';
import { ms } from '../findings/text.ts';
import { defineRule, factsOf, findWorstSpan, severityOfShare } from './rule.ts';

/** Reached only for a relation that was not loaded before. */
const LOADS = /^Illuminate\\Database\\Eloquent\\(?:Model|Concerns\\HasAttributes)::getRelationshipFromMethod$/;
/** As many as make an N+1 in a log. */
const MANY = 10;

export const lazyLoading = defineRule({
  type: 'lazy_loading',
  source: 'https://laravel.com/docs/eloquent-relationships#eager-loading',
  find: ({ snapshot }) => {
    const worst = findWorstSpan(snapshot, LOADS, MANY);
    if (worst === null) return null;
    const { profile, span, share } = worst;
    const relation = relationIn(profile);
    const [, relationName] = /^.*::(\w+)$/.exec(relation ?? '') ?? [];
    const named = relationName === undefined ? 'the relation' : `'${relationName}'`;
    return {
      title: `Laravel loads ${relation ?? 'a relation'} ${span.calls} times in one request to ${profile.endpoint}`,
      severity: severityOfShare(share, span.total_ms) ?? 'P2',
      impact: `${span.calls} relations${relation === null ? '' : ` (${relation})`} were loaded one by one in one request to ${profile.endpoint}, ${ms(span.total_ms)} of ${ms(profile.wall_ms ?? 0)}: each is a statement of its own.`,
      action: `Load them with the list: ->with(${named}) on its query, or ->load(${named}) on the collection. Model::preventLazyLoading() in development throws on the next lazy load.`,
      verification:
        'Profile the request again: getRelationshipFromMethod must not be called, or once for each kind of relation.',
      ...factsOf(worst),
    };
  },
});

/** The method of the model that is called most to make the relation; null where the tree does not show it. */
function relationIn({ call_tree: tree, spans }: RequestProfile): string | null {
  const calls = new Map<string, number>();
  const walk = (nodes: readonly CallNode[], isLoading: boolean): void => {
    for (const { span, children, calls: count } of nodes) {
      const label = spans[span]?.label ?? '';
      if (isLoading && !label.startsWith('Illuminate\\') && label.includes('::'))
        calls.set(label, (calls.get(label) ?? 0) + count);
      walk(children, LOADS.test(label));
    }
  };
  walk(tree, false);
  return [...calls].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
