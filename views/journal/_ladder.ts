// Risk and possible profit, on the scale of the price.
import { lineChart } from '@zorivest/pictures';
import { type Child } from '../page/dom.ts';
import { picture } from '../page/parts.ts';
import type { Stage } from '../page/view.ts';

interface Levels {
  readonly entry: number | undefined;
  readonly stop: number | undefined;
  readonly target: number | undefined;
}

export function ladder({ entry, stop, target }: Levels, { formats, width }: Stage): Child {
  if (entry === undefined || stop === undefined) return undefined;
  const far = target ?? entry + (entry - stop);
  const band = (name: string, from: number, to: number, tone: 'loss' | 'gain') => ({
    name,
    tone,
    points: [
      [0, Math.min(from, to), Math.max(from, to)],
      [1, Math.min(from, to), Math.max(from, to)],
    ] as const,
  });
  return picture(
    lineChart({
      label: `Entry ${formats.price(entry)}, stop ${formats.price(stop)}${target === undefined ? '' : `, target ${formats.price(target)}`}`,
      width,
      height: 190,
      lines: [],
      bands: [
        band('risk', stop, entry, 'loss'),
        ...(target === undefined ? [] : [band('reward', entry, target, 'gain')]),
      ],
      rules: [
        { at: { y: entry }, name: `entry ${formats.price(entry)}`, tone: 'first' },
        { at: { y: stop }, name: `stop ${formats.price(stop)}`, tone: 'loss' },
        ...(target === undefined
          ? []
          : [{ at: { y: target }, name: `target ${formats.price(target)}`, tone: 'gain' as const }]),
      ],
      including: [far],
      format: (value) => formats.plain(value, 2),
      formatX: () => '',
    }),
  );
}
