export type { PositionSizeInput, SizingMode } from './input.ts';
export { type PositionSize, positionSize } from './position-size.ts';
