import { count } from '../../amount/format.ts';

interface Risks {
  readonly at_risk: number;
  readonly without_risk: number;
}

/** Of how many open trades the risk is known, and of how many it is not. */
export function atRisk({ at_risk, without_risk }: Risks): string {
  if (at_risk + without_risk === 0) return 'nothing is open';
  const without = without_risk === 0 ? [] : [`${count(without_risk)} without a stop`];
  return [...(at_risk === 0 ? [] : [`in ${count(at_risk)}`]), ...without].join(', ');
}
