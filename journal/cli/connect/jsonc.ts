// JSON as people keep it in settings, with comments and trailing commas. The library reads it and says where everything
// stands; its own edits would format the neighbours too, so one entry is put in or taken out here.
import { createScanner, findNodeAtLocation, type Node, parse, type ParseError, parseTree } from 'jsonc-parser';
import { CannotEdit } from './cannot-edit.ts';

const options = { allowTrailingComma: true };

export function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, options);
  if (errors.length > 0) throw new CannotEdit('it is not JSON');
  return value;
}

/** The text with `path` set to a value; objects on the way are made where they are missing. */
export function setIn(text: string, path: readonly string[], value: unknown): string {
  const unit = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const document = parseTree(text, [], options);
  const found = document && findNodeAtLocation(document, [...path]);
  if (found) {
    return text.slice(0, found.offset) + renderJson(value, unit, path.length) + text.slice(endOf(found));
  }
  // The innermost object there is takes the rest of the path.
  const depth = path.findLastIndex((_, at) => document && findNodeAtLocation(document, path.slice(0, at)));
  const object = document && findNodeAtLocation(document, path.slice(0, depth));
  if (object === undefined) throw new CannotEdit('it does not hold an object');
  const wrapped = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const line = `\n${unit.repeat(depth + 1)}${JSON.stringify(path[depth])}: ${renderJson(wrapped, unit, depth + 1)}`;
  const last = object.children?.at(-1);
  if (last) return `${text.slice(0, endOf(last))},${line}${text.slice(endOf(last))}`;
  const open = object.offset + 1;
  const rest = text.slice(open);
  return `${text.slice(0, open)}${line}${/^\s*\}/.test(rest) ? `\n${unit.repeat(depth)}${rest.trimStart()}` : rest}`;
}

/** The text without what stands at `path`. */
export function removeIn(text: string, path: readonly string[]): string {
  const document = parseTree(text, [], options);
  const member = document && findNodeAtLocation(document, [...path])?.parent;
  const members = member?.parent?.children ?? [];
  if (member === undefined) return text;
  const index = members.indexOf(member);
  const [before, after] = [members[index - 1], members[index + 1]];
  if (before) return text.slice(0, endOf(before)) + text.slice(endOf(member));
  return text.slice(0, member.offset) + text.slice(after ? after.offset : afterComma(text, endOf(member)));
}

const endOf = ({ offset, length }: Node): number => offset + length;

function renderJson(value: unknown, unit: string, depth: number): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `\n${unit.repeat(depth)}`);
}

/** Behind the comma that may follow. */
function afterComma(text: string, from: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getPosition() : from;
}
