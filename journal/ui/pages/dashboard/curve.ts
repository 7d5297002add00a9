// The curve of realised results, as the service answers it.
import type { Answer } from '../../client/client.ts';

export type Curve = Answer<'analytics', 'equityCurve'>;

export const deepest = ({ points }: Curve): number | null =>
  points.drawdown.length === 0 ? null : Math.min(0, ...points.drawdown.map((each) => -Math.abs(each)));
