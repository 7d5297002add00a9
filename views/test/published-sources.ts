// Our scripts run with the condition `source`, and two packages of others publish TypeScript under the same name, which
// Node does not strip inside node_modules. Import this first, and what needs those afterwards, by `import()`.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier,
      specifier.startsWith('eventsource')
        ? { ...context, conditions: context.conditions.filter((name) => name !== 'source') }
        : context,
    ),
});
