// A tar with nothing of the day or the machine in it: names in order, one time, no owner.

export interface TarFile {
  readonly content: Uint8Array;
  readonly isExecutable?: boolean;
}

const BLOCK = 512;

function header(name: string, size: number, mode: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(name.slice(0, 100), 0, 'utf8');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write('        ', 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return block;
}

const padToBlock = (content: Uint8Array): Uint8Array[] => [
  content,
  Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
];

/** A name that is too long for its field, in a record before it. */
function longName(name: string): Uint8Array[] {
  const text = ` path=${name}\n`;
  let length = text.length;
  // The record counts its own length.
  while (Buffer.byteLength(`${length}${text}`) !== length) length = Buffer.byteLength(`${length}${text}`);
  const record = Buffer.from(`${length}${text}`);
  return [header('PaxHeader', record.length, 0o644, 'x'), ...padToBlock(record)];
}

export function tar(files: Readonly<Record<string, TarFile>>): Buffer {
  const parts = Object.keys(files)
    .toSorted()
    .flatMap((name) => {
      const { content, isExecutable = false } = files[name] as TarFile;
      return [
        ...(Buffer.byteLength(name) > 100 ? longName(name) : []),
        header(name, content.length, isExecutable ? 0o755 : 0o644, '0'),
        ...padToBlock(content),
      ];
    });
  return Buffer.concat([...parts, Buffer.alloc(BLOCK * 2)]);
}
