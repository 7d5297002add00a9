// ZMTP 3.1 as bytes: the greeting, frames and the few commands a publisher needs (https://rfc.zeromq.org/spec/37/).

export const GREETING_LENGTH = 64;

/** Version 3.1, mechanism NULL, not a server. */
export function greeting(): Buffer {
  const bytes = Buffer.alloc(GREETING_LENGTH);
  bytes[0] = 0xff;
  bytes[8] = 1;
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes[11] = 1;
  bytes.write('NULL', 12, 'ascii');
  return bytes;
}

export type Greeting = { readonly ok: true; readonly minor: number } | { readonly ok: false; readonly reason: string };

export function readGreeting(bytes: Buffer): Greeting {
  if (bytes[0] !== 0xff || ((bytes[9] ?? 0) & 1) === 0) return { ok: false, reason: 'the peer does not speak ZeroMQ' };
  const major = bytes[10] ?? 0;
  if (major < 3) return { ok: false, reason: `the peer speaks ZMTP ${major}; 3 or newer is needed` };
  const mechanism = bytes.toString('ascii', 12, 32).replace(/\0+$/, '');
  if (mechanism !== 'NULL')
    return { ok: false, reason: `the peer asks for ${mechanism} security, which is not supported` };
  return { ok: true, minor: bytes[11] ?? 0 };
}

const COMMAND = 4;
const LONG = 2;

function frame(flags: number, body: Buffer): Buffer {
  if (body.length < 256) return Buffer.concat([Buffer.from([flags, body.length]), body]);
  const head = Buffer.alloc(9);
  head[0] = flags | LONG;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
}

export const messageFrame = (body: Buffer) => frame(0, body);

export function commandFrame(name: string, data: Buffer): Buffer {
  return frame(COMMAND, Buffer.concat([Buffer.from([name.length]), Buffer.from(name, 'ascii'), data]));
}

export function readyFrame(socketType: string): Buffer {
  const property = (name: string, value: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(value.length);
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), length, Buffer.from(value)]);
  };
  return commandFrame('READY', Buffer.concat([property('Socket-Type', socketType), property('Identity', '')]));
}

/** No time to live; the context comes back in the PONG. */
export function pingFrame(context: number): Buffer {
  const data = Buffer.alloc(2 + 4);
  data.writeUInt32BE(context, 2);
  return commandFrame('PING', data);
}

export type Incoming =
  | { readonly kind: 'command'; readonly name: string; readonly data: Buffer }
  | { readonly kind: 'message'; readonly body: Buffer };

/** What subscribers send is small; more is not a subscriber. */
const LONGEST_FRAME = 1_000_000;

/** The frames at the start of `bytes`, and where they end. Throws on what no peer may send. */
export function readFrames(bytes: Buffer): { readonly frames: Incoming[]; readonly used: number } {
  const frames: Incoming[] = [];
  let at = 0;
  for (;;) {
    const flags = bytes[at];
    const long = ((flags ?? 0) & LONG) !== 0;
    const head = long ? 9 : 2;
    if (flags === undefined || bytes.length < at + head) return { frames, used: at };
    const length = long ? Number(bytes.readBigUInt64BE(at + 1)) : (bytes[at + 1] ?? 0);
    if (length > LONGEST_FRAME) throw new RangeError(`a frame of ${length} bytes`);
    if (bytes.length < at + head + length) return { frames, used: at };
    const body = bytes.subarray(at + head, at + head + length);
    at += head + length;
    if ((flags & COMMAND) === 0) frames.push({ kind: 'message', body });
    else {
      const nameLength = body[0] ?? 0;
      frames.push({
        kind: 'command',
        name: body.toString('ascii', 1, 1 + nameLength),
        data: body.subarray(1 + nameLength),
      });
    }
  }
}
