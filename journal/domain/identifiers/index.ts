export { type IdentifierCheck, looksLikeIsin, validateIdentifier } from './identifier.ts';
export { codeKind, sameCodes } from './same-code.ts';
