import type { AnyTool } from './definition.ts';
import { withPlainReferences } from './reference.ts';

const NAME = /^[a-z][a-z0-9_]{0,39}$/;

interface Length {
  readonly min: number;
  readonly max: number;
}
const MINIMAL: Length = { min: 50, max: 100 };
const RICH: Length = { min: 200, max: 400 };

/** The rules a definition breaks, in words; empty when it breaks none. Runs in a test over every tool of a server. */
export function ruleFaults(tool: AnyTool): string[] {
  const [minimal, rich] = [tool.description.minimal, tool.description.rich].map(withPlainReferences) as [
    string,
    string,
  ];
  const rules: readonly (readonly [boolean, string])[] = [
    [NAME.test(tool.name), 'the name must be [a-z0-9_], start with a letter and have at most 40 characters'],
    [tool.title.trim() !== '', 'the title is empty'],
    // One description for every client is the author's choice, and as long as they like.
    [minimal === rich || within(minimal, MINIMAL), lengthFault('minimal', minimal, MINIMAL)],
    [minimal === rich || within(rich, RICH), lengthFault('rich', rich, RICH)],
    [minimal.trim() !== '', 'the description is empty'],
    [!(tool.hints.readOnly && tool.hints.destructive), 'a read-only tool cannot be destructive'],
    [!(tool.hints.readOnly && tool.confirmation === 'required'), 'a read-only tool needs no confirmation'],
    [tool.pagesOnly !== true || tool.hints.readOnly, 'a tool for pages alone may only read: a model can call it too'],
    [tool.onRestart === undefined || tool.task !== undefined, 'only a task outlives a restart'],
  ];
  return rules.filter(([passes]) => !passes).map(([, fault]) => `${tool.name}: ${fault}`);
}

function within(text: string, { min, max }: Length): boolean {
  return text.length >= min && text.length <= max;
}

function lengthFault(which: string, text: string, { min, max }: Length): string {
  return `the ${which} description has ${text.length} characters, not ${min}–${max}`;
}
