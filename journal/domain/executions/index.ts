export { type Execution, type Fill, inOrder, tradeDayOf } from './execution.ts';
export { lastDay, readExecutions } from './read.ts';
