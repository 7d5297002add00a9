// A picture that carries its colours itself: mail programs drop style sheets, and a PDF has none.
import type { Shape } from './shape.ts';
import { looksOf, palettes } from './style.ts';

/** The same picture with presentation attributes in place of classes, in the colours of one theme. */
export function paint(picture: Shape, theme: keyof typeof palettes = 'light'): Shape {
  const palette = palettes[theme];
  const looks = looksOf((name) => palette[name]);
  const paint = ({ tag, attributes, children }: Shape): Shape => {
    const { class: classNames = '', ...others } = attributes;
    const classes = new Set(String(classNames).split(' '));
    const applied = looks.flatMap(([wanted, look]) => (wanted.every((name) => classes.has(name)) ? [look] : []));
    return {
      tag,
      // A mark's own attributes, such as the strength of a cell, override its class.
      attributes: { ...Object.assign({}, ...applied), ...others },
      children: children.map((child) => (typeof child === 'string' ? child : paint(child))),
    };
  };
  const { tag, attributes, children } = paint(picture);
  const text = { 'font-family': 'system-ui, Helvetica, Arial, sans-serif', 'font-size': 12, fill: palette.quiet };
  return { tag, attributes: { ...attributes, ...text }, children };
}
