export { parseCsv } from './candles/file.ts';
export { generateCsv } from './candles/generate.ts';
export { resample } from './candles/resample.ts';
export { runCompatible } from './engine/compatible/run.ts';
export { requestSchema } from './request/schema.ts';
export { bootstrap } from './engine/bootstrap.ts';
export { auxiliary } from './engine/compatible/run.ts';
export type { Costs, Mode, Ranking, SweptParameter } from './request/mode.ts';
