// The page of a server author's own view: their function draws, with the parts that our pages are made of. It is in the
// document already, before this script.
import { barChart, lineChart } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';

const parts = { h, heading, figures, empty, picture, barChart, lineChart };

type Draw = (answer: unknown, page: typeof parts & Pick<Stage, 'width' | 'formats'>) => Child;

startView((answer) => ({ width, formats }) => {
  const { drawAnswer } = globalThis as unknown as { readonly drawAnswer: Draw };
  return drawAnswer(answer, { ...parts, width, formats });
});
