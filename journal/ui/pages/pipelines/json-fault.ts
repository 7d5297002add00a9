// The position where a text stops being JSON, and what is expected there: browsers report it differently, or not at all.
import { getLocation, parse, type ParseError, printParseErrorCode } from 'jsonc-parser';

export interface JsonFault {
  readonly at: number;
  readonly message: string;
}

/** Null when it is JSON. */
export function jsonFault(text: string): JsonFault | null {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return null;
  const { offset: at } = first;
  const message = messages[printParseErrorCode(first.error)];
  if (message !== undefined) return { at, message };
  const what = describeAwaited(text, first);
  return {
    at,
    message: at >= text.trimEnd().length ? `the text ends too early: ${what} is missing` : `${what} is expected here`,
  };
}

const ILL_FORMED = 'this text has no closing quote on its line, or a backslash it may not have';

const messages: Readonly<Record<string, string>> = {
  EndOfFileExpected: 'nothing more may stand after the closing brace',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: ILL_FORMED,
  InvalidCharacter: ILL_FORMED,
  InvalidEscapeCharacter: ILL_FORMED,
  InvalidUnicode: ILL_FORMED,
};

function describeAwaited(text: string, { error, offset }: ParseError): string {
  const { path, isAtPropertyKey } = getLocation(text, offset);
  const close = typeof path.at(-1) === 'number' ? ']' : '}';
  switch (printParseErrorCode(error)) {
    case 'ColonExpected':
      return 'a colon';
    case 'CommaExpected':
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return `a comma or ${close}`;
    case 'PropertyNameExpected':
      return 'a name in double quotes';
    default:
      return isAtPropertyKey ? 'a name in double quotes' : 'a value';
  }
}
