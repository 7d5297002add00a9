export type { PositionSizeInput } from './input.ts';
export { type PositionSize, positionSize } from './position-size.ts';
