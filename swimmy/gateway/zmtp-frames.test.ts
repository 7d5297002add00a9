import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commandFrame,
  greeting,
  messageFrame,
  pingFrame,
  readFrames,
  readGreeting,
  readyFrame,
} from './zmtp-frames.ts';

describe('ZMTP frames', () => {
  test('messages and commands of any size come back, however the bytes are cut', () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 600 }).map((body) => messageFrame(Buffer.from(body))),
      fc.uint8Array({ maxLength: 20 }).map((data) => commandFrame('PONG', Buffer.from(data))),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.nat(), (parts, seed) => {
        const all = Buffer.concat(parts);
        const cut = all.length === 0 ? 0 : seed % (all.length + 1);
        const first = readFrames(all.subarray(0, cut));
        const second = readFrames(Buffer.concat([all.subarray(first.used, cut), all.subarray(cut)]));
        expect([...first.frames, ...second.frames]).toEqual(readFrames(all).frames);
        expect(first.frames.length + second.frames.length).toBe(parts.length);
      }),
    );
  });

  test('any bytes from a peer give frames or an error, never a hang or an endless buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          const { used } = readFrames(Buffer.from(bytes));
          expect(used).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a greeting is understood, and a foreign protocol is recognized', () => {
    expect(readGreeting(greeting())).toEqual({ ok: true, minor: 1 });
    expect(readGreeting(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'.padEnd(64)))).toMatchObject({ ok: false });
    const old = greeting();
    old[10] = 1;
    expect(readGreeting(old)).toMatchObject({ ok: false, reason: expect.stringMatching(/ZMTP 1/) });
    const curve = greeting();
    curve.write('CURVE', 12, 'ascii');
    expect(readGreeting(curve)).toMatchObject({ ok: false, reason: expect.stringMatching(/CURVE/) });
  });

  test('the frames are those of the specification', () => {
    expect(readyFrame('PUB').subarray(0, 8).toString('latin1')).toBe('\u0004\u0026\u0005READY');
    expect([...pingFrame(7)]).toEqual([4, 11, 4, 80, 73, 78, 71, 0, 0, 0, 0, 0, 7]);
  });
});
