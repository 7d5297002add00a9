export { type IdentifierCheck, validateIdentifier } from './identifier.ts';
