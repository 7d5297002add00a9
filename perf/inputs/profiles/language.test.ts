import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  ['Python', ['<module> (app.py:1)', 'serve (app.py:20)', 'query (db.py:7)', 'read']],
  ['JavaScript', ['(anonymous)', 'parse app.js:10', 'node:internal/fs', 'render view.tsx:3']],
  ['Ruby', ['block in each', 'app/models/order.rb', '<main>']],
  ['PHP', ['{main}', 'Shop::list', '/srv/index.php']],
  ['Go', ['runtime.mallocgc', 'net/http.(*conn).serve', 'main.handle']],
  ['Java', ['java/lang/Thread.run', 'com/example/shop/Cart.total', 'Interpreter']],
] as const)('%s is detected from its names', (language, frames) => {
  expect(languageOf('collapsed', frames)).toBe(language);
});

test('ambiguous names give no language, a format of one language does', () => {
  expect(languageOf('collapsed', ['main', 'work', 'query'])).toBeNull();
  expect(languageOf('perf-script', ['do_syscall_64', 'entry_SYSCALL', 'memcpy'])).toBeNull();
  expect(languageOf('stackprof', ['main'])).toBe('Ruby');
});
