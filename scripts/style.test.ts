import { describe, expect, it } from 'vitest';
import { faultsInSheet, unknownTokens } from './style.ts';

describe('the style of the app', () => {
  it('has no length in pixels and no colour outside the tokens', () => {
    const sheet = '.a {\n  padding: 3px var(--space-8);\n  color: #fff;\n  box-shadow: 0 0 1em rgb(0 0 0 / 20%);\n}';
    expect(faultsInSheet('a.css', sheet).map((fault) => fault.split(' is ')[0])).toEqual([
      'a.css:2: 3px',
      'a.css:3: #fff',
      'a.css:4: rgb(',
    ]);
  });

  it('may use tokens, shares, em and rem, and speak of anything in a comment', () => {
    expect(faultsInSheet('a.css', '/* 12px, #fff */\n@media (max-width: 40em) { .a { width: 12rem; } }')).toEqual([]);
  });

  it('names a token that does not exist', () => {
    const sheets = new Map([['a.css', ':root { --ink: black; } .a { color: var(--inc); width: var(--width); }']]);
    expect(unknownTokens(sheets, new Set(['--width']))).toEqual([expect.stringContaining('a.css: --inc')]);
  });
});
