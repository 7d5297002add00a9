export { type IdentifierCheck, looksLikeIsin, validateIdentifier } from './identifier.ts';
