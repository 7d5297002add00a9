// A cachegrind file of Xdebug made smaller: very short calls that lead to nothing relevant are folded
// into their callers, as if Xdebug had not profiled them. The rest stays as measured; sums do not change.

interface Block {
  readonly fn: string;
  readonly file: string;
  self: number;
  memory: number;
  readonly called: {
    readonly fn: string;
    readonly file: string;
    readonly line: string;
    readonly total: number;
    readonly memory: number;
  }[];
}

/** Shorter calls are folded, in the file's own unit. */
export interface ThinOptions {
  readonly below: number;
  /** Functions that stay whatever they took. */
  readonly keep: RegExp;
}

export function withoutShortCalls(text: string, { below, keep }: ThinOptions): string {
  const [head, body] = cut(text);
  const names = new Map<string, string>();
  const retained: Block[] = [];
  /** Subtrees in the order they ended: whether each stays, and what it took with all it called. */
  const stack: {
    readonly stays: boolean;
    readonly total: number;
    readonly memory: number;
    readonly blocks: Block[];
  }[] = [];
  for (const source of body.split('\n\n').filter((part) => part.startsWith('fl='))) {
    const block = blockOf(source, names);
    const children = block.called.length === 0 ? [] : stack.splice(-block.called.length);
    const stays = block.called.filter((_, i) => children[i]!.stays);
    let { self, memory } = block;
    for (const child of children.filter((one) => !one.stays)) {
      self += child.total;
      memory += child.memory;
    }
    const total = block.self + block.called.reduce((sum, { total: part }) => sum + part, 0);
    const folded = { ...block, self, memory, called: stays };
    const matters = total >= below || keep.test(block.fn) || stays.length > 0;
    const blocks = children.flatMap((child) => (child.stays ? child.blocks : []));
    stack.push({
      stays: matters,
      total,
      memory: memory + stays.reduce((sum, { memory: part }) => sum + part, 0),
      blocks: matters ? [...blocks, folded] : [],
    });
  }
  for (const { blocks } of stack) retained.push(...blocks);
  const summary = /^summary:.*$/m.exec(text)?.[0] ?? '';
  return `${head}\n\n${writeBlocks(retained)}\n${summary}\n\n`;
}

function cut(text: string): [string, string] {
  const start = text.indexOf('\nfl=');
  return [text.slice(0, start).trimEnd(), text.slice(start + 1)];
}

function blockOf(source: string, names: Map<string, string>): Block {
  const name = (text: string, kind: string): string => {
    const match = /^\((\d+)\)(?: (.*))?$/.exec(text)!;
    const key = `${kind}${match[1]}`;
    if (match[2] !== undefined) names.set(key, match[2]);
    return names.get(key)!;
  };
  const lines = source.split('\n');
  const file = name(lines[0]!.slice('fl='.length), 'f');
  const fn = name(lines[1]!.slice('fn='.length), 'n');
  const [, self = 0, memory = 0] = lines[2]!.split(' ').map(Number);
  const called: Block['called'] = [];
  for (let i = 3; i + 3 < lines.length; i += 4) {
    const callee = name(lines[i + 1]!.slice('cfn='.length), 'n');
    const calleeFile = name(lines[i]!.slice('cfl='.length), 'f');
    const [line, total, part] = lines[i + 3]!.split(' ');
    called.push({ fn: callee, file: calleeFile, line: line!, total: Number(total), memory: Number(part) });
  }
  return { fn, file, self, memory, called };
}

function writeBlocks(blocks: readonly Block[]): string {
  const ids = new Map<string, number>();
  const reference = (kind: string, text: string): string => {
    const known = ids.get(kind + text);
    if (known !== undefined) return `(${known})`;
    const id = [...ids.keys()].filter((key) => key.startsWith(kind)).length + 1;
    ids.set(kind + text, id);
    return `(${id}) ${text}`;
  };
  return blocks
    .map(({ fn, file, self, memory, called }) => {
      const own = `fl=${reference('f', file)}\nfn=${reference('n', fn)}\n1 ${self} ${memory}\n`;
      const calls = called.map(
        (call) =>
          `cfl=${reference('f', call.file)}\ncfn=${reference('n', call.fn)}\ncalls=1 0 0\n${call.line} ${call.total} ${call.memory}\n`,
      );
      return own + calls.join('');
    })
    .join('\n');
}
