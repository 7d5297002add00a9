import { referencesIn, withPlainReferences } from '../tool/reference.ts';
import type { JsonSchema } from '../tool/schema.ts';

type NamePredicate = (name: string) => boolean;

/**
 * The text with siblings named plainly. A part that needs a sibling which is not shown goes: the bracket if it stands
 * in one, else the clause between semicolons, else the sentence.
 */
export function withReferences(text: string, isShown: NamePredicate): string {
  if (!text.includes('{tool:')) return text;
  const hides = (part: string): boolean => referencesIn(part).some((name) => !isShown(name));
  const sentences = text.split(/(?<=[.!?])\s+/).map((sentence) => {
    if (!hides(sentence)) return sentence;
    const open = sentence.replace(/\s*\([^()]*\)/g, (bracket) => (hides(bracket) ? '' : bracket));
    const clauses = open.split(/;\s*/);
    const visible = clauses.filter((clause) => !hides(clause));
    if (visible.length === 0 || visible[0] !== clauses[0]) return '';
    return endSentence(visible.join('; '));
  });
  return withPlainReferences(sentences.filter((sentence) => sentence !== '').join(' '));
}

function endSentence(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** The same for every description inside a schema; a description that loses all its text goes too. */
export function schemaWithReferences(schema: JsonSchema, isShown: NamePredicate): JsonSchema {
  if (!JSON.stringify(schema).includes('{tool:')) return schema;
  return walk(schema, isShown) as JsonSchema;
}

function walk(node: unknown, isShown: NamePredicate): unknown {
  if (Array.isArray(node)) return node.map((item) => walk(item, isShown));
  if (typeof node !== 'object' || node === null) return node;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'description' || typeof value !== 'string') {
      out[key] = walk(value, isShown);
      continue;
    }
    const text = withReferences(value, isShown);
    if (text !== '') out.description = text;
  }
  return out;
}
