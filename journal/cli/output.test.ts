import { styleText } from 'node:util';
import { expect, it } from 'vitest';
import { harmless } from './output.ts';

it('what strangers wrote does nothing to a terminal, and our colours stay', () => {
  const title = 'a\u001b]0;owned\u0007b\u001b[2Jc\r\u202ed\u009b1A';
  expect(harmless(title)).toBe(String.raw`a\u{1b}]0;owned\u{7}b\u{1b}[2Jc\u{d}\u{202e}d\u{9b}1A`);
  const ours = `${styleText('bold', 'Total', { validateStream: false })}\t1\nnext 👩‍🚀 é`;
  expect(harmless(ours)).toBe(ours);
});
