export { type Execution, type Fill, inOrder } from './execution.ts';
export { lastDay, readExecutions } from './read.ts';
