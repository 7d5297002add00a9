import { dots, LETTER_HEIGHT, LETTER_WIDTH } from './font.ts';
import { png } from './png.ts';

export type Colour = readonly [red: number, green: number, blue: number];
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface TextStyle {
  readonly colour: Colour;
  /** Pixels per dot. */
  readonly size: number;
  readonly align?: 'left' | 'centre' | 'right';
}

export const textWidth = (text: string, size: number) => (text.length * LETTER_WIDTH - 1) * size;
export const textHeight = (size: number) => (LETTER_HEIGHT - 1) * size;

/** A sheet of white pixels to draw on. What falls beside it is not drawn. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height * 3).fill(255);
  }

  #blend(x: number, y: number, colour: Colour, cover: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height || cover <= 0) return;
    const at = (y * this.width + x) * 3;
    for (const [channel, value] of colour.entries()) {
      const below = this.#pixels[at + channel] ?? 0;
      this.#pixels[at + channel] = Math.round(below + (value - below) * Math.min(cover, 1));
    }
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour, cover = 1): void {
    const [left, top] = [Math.round(x), Math.round(y)];
    for (let py = top; py < Math.round(y + height); py++) {
      for (let px = left; px < Math.round(x + width); px++) this.#blend(px, py, colour, cover);
    }
  }

  /** A straight stroke with soft edges: a pixel is covered as far as it lies within the stroke. */
  line(from: Point, to: Point, colour: Colour, thickness: number): void {
    const reach = thickness / 2 + 1;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = dx * dx + dy * dy;
    for (let y = Math.floor(Math.min(from.y, to.y) - reach); y <= Math.max(from.y, to.y) + reach; y++) {
      for (let x = Math.floor(Math.min(from.x, to.x) - reach); x <= Math.max(from.x, to.x) + reach; x++) {
        const along = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length;
        const near = Math.min(Math.max(along, 0), 1);
        const distance = Math.hypot(x - from.x - near * dx, y - from.y - near * dy);
        this.#blend(x, y, colour, thickness / 2 + 0.5 - distance);
      }
    }
  }

  text(text: string, x: number, y: number, { colour, size, align = 'left' }: TextStyle): void {
    const shift = { left: 0, centre: textWidth(text, size) / 2, right: textWidth(text, size) }[align];
    const left = Math.round(x - shift);
    for (const [dx, dy] of dots(text)) this.rectangle(left + dx * size, y + dy * size, size, size, colour);
  }

  png(): Buffer {
    return png(this.width, this.height, this.#pixels);
  }
}
