export { definedRisk, structureName } from './shape.ts';
export { combineLegs, legsOf, type StructureChoice, type Structure, withLegs } from './structure.ts';
export { Neighbours } from './neighbours.ts';
export { structuresOf } from './structures-of.ts';
