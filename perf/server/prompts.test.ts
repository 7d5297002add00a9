import { expect, test } from 'vitest';
import { prompts } from './prompts.ts';
import { tools } from './server.ts';

test('prompts name only existing tools, and render with and without their arguments', async () => {
  const names = new Set(tools.map(({ name }) => name));
  for (const { arguments: args = [], render } of prompts) {
    const given = Object.fromEntries(args.map(({ name }) => [name, `given-${name}`]));
    const texts = [];
    for (const values of [{}, given]) {
      // None of them looks at who asks.
      const [message] = await render(values, undefined as never);
      expect(message).toMatchObject({ role: 'user', content: { type: 'text' } });
      texts.push(message!.content.type === 'text' ? message!.content.text : '');
    }
    const [bare, filled] = texts as [string, string];
    for (const value of Object.values(given)) expect(filled).toContain(value);
    expect(bare).not.toMatch(/undefined|given-/);
    for (const [name] of filled.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g))
      if (/^(?:artifacts|analysis|profile|runs|report|collect|budgets|health|ingest)_/.test(name))
        expect(names).toContain(name);
  }
});
