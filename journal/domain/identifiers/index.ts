export { type IdentifierCheck, type IdentifierType, validateIdentifier } from './identifier.ts';
