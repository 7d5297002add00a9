// Tags that a program puts into the comments of its statements, so that each can be traced back to its request:
// `/*traceparent='00-4bf9…-00f0…-01'*/` (sqlcommenter, https://google.github.io/sqlcommenter/spec/) or a request id
// (`/* request_id:9f1c… */`, as marginalia and many loggers write it).
import { latin1 } from '../files/bytes.ts';

/** Comments stand at the beginning or the end of a statement. */
const EDGE = 1024;
const TAG =
  /\btraceparent\s*[=:]\s*'?[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}|\b(?:x[-_])?request[-_]?id\s*[=:]\s*'?([\w.%-]{8,128})/gi;

export function readTags(bytes: Uint8Array, start: number, end: number): string[] {
  const head = latin1(bytes, start, Math.min(end, start + EDGE));
  const tail = end - start > EDGE ? latin1(bytes, Math.max(start + EDGE, end - EDGE), end) : '';
  if (!head.includes('/*') && !tail.includes('/*')) return [];
  return [...comments(head), ...comments(tail)].flatMap((text) =>
    [...text.matchAll(TAG)].map(([, trace, request]) => (trace ?? decode(request!)).toLowerCase()),
  );
}

function comments(text: string): string[] {
  return text.includes('/*') || text.includes('*/') ? (text.match(/\/\*[\s\S]*?(?:\*\/|$)/g) ?? []) : [];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
