import { array, assert, constantFrom, integer, json, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, FrameReader, type Frame, type Framing } from './framing.ts';

/** Feeds the bytes in pieces of the given sizes, over and over, and ends the stream. */
function read(bytes: Buffer, sizes: readonly number[] = [bytes.length], maxBytes?: number): Frame[] {
  const reader = new FrameReader(maxBytes);
  const frames: Frame[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    reader.push(bytes.subarray(at, at + size), (frame) => frames.push(frame));
    at += size;
  }
  reader.end((frame) => frames.push(frame));
  return frames;
}

const text = (frame: Frame) => (frame.kind === 'message' ? frame.text : `${frame.fault}!`);

describe('framing', () => {
  it('gives back every message, however the bytes are cut', () => {
    const messages = array(
      json().filter((text) => text.trim() !== ''),
      { minLength: 1, maxLength: 6 },
    );
    const sizes = array(integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    assert(
      property(constantFrom<Framing>('lines', 'headers'), messages, sizes, (framing, sent, cuts) => {
        const bytes = Buffer.from(sent.map((each) => encodeFrame(framing, each)).join(''));
        expect(read(bytes, cuts).map(text)).toEqual(sent.map((each) => each.trim()));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('tells the framing by the first byte that is not blank', () => {
    const framingOf = (start: string) => {
      const reader = new FrameReader();
      reader.push(Buffer.from(start), () => {});
      return reader.framing;
    };
    expect(framingOf('\r\n  {"a":1}\n')).toBe('lines');
    expect(framingOf('content-length: 2\r\n\r\n{}')).toBe('headers');
    expect(framingOf('\n')).toBe('lines');
  });

  it('takes bare line feeds, other headers and any case in header blocks', () => {
    const bytes = Buffer.from('content-LENGTH: 2\nContent-Type: x\n\n{}\r\n\r\nContent-Length: 4\r\n\r\n"é"');
    expect(read(bytes).map(text)).toEqual(['{}', '"é"']);
  });

  it('reads a last line that lacks its line end, and skips blank ones', () => {
    expect(read(Buffer.from('\n\n1\n \r\n2')).map(text)).toEqual(['1', '2']);
  });

  it.each([
    ['no length', 'Content-Type: x\r\n\r\n{}'],
    ['a length that is not a number', 'Content-Length: ten\r\n\r\n{}'],
    ['a header without a colon', 'Content-Length 2\r\n\r\n{}'],
  ])('reports %s and finds the next message', (_, broken) => {
    expect(read(Buffer.from(`${broken}${encodeFrame('headers', '[1]')}`), [5]).map(text)).toEqual(['framing!', '[1]']);
  });

  it('reports input that ends inside a body', () => {
    expect(read(Buffer.from('Content-Length: 10\r\n\r\n{}')).map(text)).toEqual(['framing!']);
  });

  it.each<Framing>(['lines', 'headers'])('passes over an oversized message in %s without holding it', (framing) => {
    const big = encodeFrame(framing, `"${'x'.repeat(5000)}"`);
    const bytes = Buffer.from(`${encodeFrame(framing, '1')}${big}${encodeFrame(framing, '2')}`);
    expect(read(bytes, [64], 1000).map(text)).toEqual(['1', 'oversized!', '2']);
  });

  it('gives up on a header block without end', () => {
    expect(read(Buffer.from(`C${'x'.repeat(20_000)}`), [1000]).map(text)).toContain('framing!');
  });
});
