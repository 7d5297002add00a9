/** `{tool:other_tool}` in a description refers to another tool. Other braces are text. */
export const REFERENCE = /\{tool:([\w.-]+)\}/g;

export function referencesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].map(([, name]) => name as string); // its only group
}

/** The text with the tools it refers to named plainly. */
export const withPlainReferences = (text: string): string => text.replace(REFERENCE, '$1');
