export { DeliveredLots } from './delivered.ts';
export type { OptionEndEvent, PositionEvent, StatedLot, TransferEvent } from './event.ts';
export { type Holding, type HoldingInput, Holdings, sortFills } from './holdings.ts';
export { readEvents } from './read.ts';
export { type Need, type ResolvedEvents, resolveEvents } from './resolve.ts';
export type { Step, StepOf } from './step.ts';
