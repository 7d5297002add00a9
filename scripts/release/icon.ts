// The icon, drawn here: four candles on a dark square, as a PNG of 512 points. Every edge is softened by how much of a point it
// covers, so that no library is needed and the same code makes the same bytes.
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 512;

type Colour = readonly [red: number, green: number, blue: number];

interface Box {
  readonly centre: readonly [x: number, y: number];
  readonly half: readonly [x: number, y: number];
  readonly radius: number;
  readonly colour: Colour;
}

const PAPER: Colour = [18, 30, 46];
const UP: Colour = [94, 174, 255];
const DOWN: Colour = [240, 163, 94];

/** A candle: its body and its wick. */
const candle = (x: number, high: number, low: number, open: number, close: number): readonly Box[] => {
  const colour = close < open ? UP : DOWN;
  return [
    { centre: [x, (high + low) / 2], half: [5, (low - high) / 2], radius: 5, colour },
    { centre: [x, (open + close) / 2], half: [26, Math.abs(open - close) / 2], radius: 10, colour },
  ];
};

const boxes: readonly Box[] = [
  { centre: [256, 256], half: [240, 240], radius: 104, colour: PAPER },
  ...candle(124, 250, 420, 390, 290),
  ...candle(212, 210, 370, 250, 330),
  ...candle(300, 150, 330, 300, 190),
  ...candle(388, 88, 260, 230, 120),
];

/** How far a point lies outside of a box with round corners; negative inside. */
function distance({ centre, half, radius }: Box, x: number, y: number): number {
  const dx = Math.abs(x - centre[0]) - half[0] + radius;
  const dy = Math.abs(y - centre[1]) - half[1] + radius;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

function drawPoint(x: number, y: number): readonly [...Colour, alpha: number] {
  let point: readonly [...Colour, number] = [0, 0, 0, 0];
  for (const box of boxes) {
    const cover = Math.min(1, Math.max(0, 0.5 - distance(box, x + 0.5, y + 0.5)));
    if (cover === 0) continue;
    const alpha = cover + point[3] * (1 - cover);
    const mix = (at: 0 | 1 | 2) => (box.colour[at] * cover + point[at] * point[3] * (1 - cover)) / alpha;
    point = [mix(0), mix(1), mix(2), alpha];
  }
  return point;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function drawIcon(): Buffer {
  const rows = Buffer.alloc(SIZE * (SIZE * 4 + 1));
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const [red, green, blue, alpha] = drawPoint(x, y);
      const at = y * (SIZE * 4 + 1) + 1 + x * 4;
      rows.set([red, green, blue, alpha * 255].map(Math.round), at);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits of red, green, blue and cover.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}
