import { expect, it } from 'vitest';
import { createSearch } from './search.ts';

const tool = (name: string, text: string, phrases: readonly string[] = []) => ({
  name,
  fields: [{ text: [name, text, ...phrases].join(' '), weight: 1 }],
  phrases,
});
const tools = [
  tool('remove_book', 'Take a book out of the catalogue.'),
  tool('lend_book', 'Lend a book to a member.', ['took home 2 books']),
  tool('pay_fine', 'Record that a fine was paid.', ['paid 5 dollars']),
];
const first = (query: string, thesaurus: readonly (readonly string[])[] = []) =>
  createSearch(tools, thesaurus).find(query)[0]?.name;

it('finds a tool by synonyms of its words', () => {
  expect(first('scrap this novel')).toBeUndefined();
  expect(first('scrap this novel', [['remove', 'scrap']])).toBe('remove_book');
});

it('takes one number in a phrase for another', () => {
  expect(first('she took home 17 books')).toBe('lend_book');
  expect(first('I paid 12.50 dollars')).toBe('pay_fine');
});

it('gives a common word no more weight because a rarer one is next to it', () => {
  const alike = [['book', 'fine']];
  expect(first('lend a book', alike)).toBe('lend_book');
});
