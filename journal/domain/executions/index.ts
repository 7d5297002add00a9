export { type Execution, type Fill, inOrder } from './execution.ts';
export { lastDay, readExecutions } from './read.ts';
export { FillUnits } from './units.ts';
