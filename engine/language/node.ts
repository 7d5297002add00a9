// A checked expression: its type is known, constants are folded, and it can be evaluated on a frame of bars.
import { FALSE, logic, TRUE } from './columns.ts';
import { emptySeries } from '../candles/series.ts';
import { Frame } from './frame.ts';

export interface NumberNode {
  readonly type: 'number';
  /** Equal keys are equal expressions. */
  readonly key: string;
  /** Known without any bars. */
  readonly constant: number | undefined;
  /** One value for each bar; a single one for a constant. */
  column(frame: Frame): Float64Array;
}

export interface ConditionNode {
  readonly type: 'condition';
  readonly key: string;
  readonly constant: boolean | undefined;
  column(frame: Frame): Uint8Array;
}

export type Node = NumberNode | ConditionNode;

export function numberConstant(value: number): NumberNode {
  const column = Float64Array.of(value);
  return { type: 'number', key: String(value), constant: value, column: () => column };
}

export function truth(value: boolean): ConditionNode {
  const column = Uint8Array.of(value ? TRUE : FALSE);
  return { type: 'condition', key: String(value), constant: value, column: () => column };
}

/** A number computed from other nodes; folded when all of them are constant. */
export function numbers(key: string, from: readonly Node[], compute: (frame: Frame) => Float64Array): NumberNode {
  if (from.length > 0 && from.every(({ constant }) => constant !== undefined))
    return numberConstant(compute(NO_BARS)[0]);
  return { type: 'number', key, constant: undefined, column: (frame) => frame.numbers(key, () => compute(frame)) };
}

/** A condition computed from other nodes; folded when all of them are constant and the answer is known. */
export function conditions(key: string, from: readonly Node[], compute: (frame: Frame) => Uint8Array): ConditionNode {
  if (from.every(({ constant }) => constant !== undefined)) {
    const [value] = compute(NO_BARS);
    return truth(value === TRUE);
  }
  return {
    type: 'condition',
    key,
    constant: undefined,
    column: (frame) => frame.conditions(key, () => compute(frame)),
  };
}

export function both(operator: 'and' | 'or', left: ConditionNode, right: ConditionNode): ConditionNode {
  return conditions(`(${left.key} ${operator} ${right.key})`, [left, right], (frame) =>
    logic(operator, left.column(frame), right.column(frame)),
  );
}

/** What constants are folded on: they look at no bar. */
const NO_BARS = new Frame(emptySeries(0), 'UTC');
