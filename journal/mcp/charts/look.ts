import type { Canvas, Colour } from './canvas.ts';

export const WIDTH = 1200;
export const MARGIN = 40;
/** Where the title ends and the drawing may begin. */
export const TOP = 130;

export const INK: Colour = [32, 38, 46];
export const MUTED: Colour = [110, 118, 129];
export const FAINT: Colour = [229, 232, 236];
export const ACCENT: Colour = [37, 99, 168];
export const GAIN: Colour = [26, 142, 95];
export const LOSS: Colour = [205, 62, 58];

export function heading(canvas: Canvas, title: string, subtitle: string): void {
  canvas.text(title, MARGIN, 28, { colour: INK, size: 4 });
  canvas.text(subtitle, MARGIN, 72, { colour: MUTED, size: 2 });
}

/** Dollars as people write them: cents only where there are any. */
export function dollars(value: number): string {
  const digits = Number.isInteger(value) ? 0 : 2;
  const amount = Math.abs(value).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${value < 0 ? '-' : ''}$${amount}`;
}

export const signed = (value: number) => (value > 0 ? `+${dollars(value)}` : dollars(value));
