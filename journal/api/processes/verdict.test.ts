import { describe, expect, it } from 'vitest';
import { usualTiming, verdictOn } from './verdict.ts';

const on = (silentMs: number, workedMs: number, isLeft = false) =>
  verdictOn({ silentMs, workedMs, isLeft }, usualTiming);

describe('a process that does not react', () => {
  it('is ended soon where no request waits for what it does, and not before it had a moment to notice', () => {
    expect(on(1900, 1900, true)).toBeNull();
    expect(on(2100, 10, true)).toBe('left');
  });

  it('may work for a minute while somebody waits', () => {
    expect(on(59_000, 59_000)).toBeNull();
    expect(on(61_000, 61_000)).toBe('too_long');
  });

  it('is not blamed for a machine that is busy with something else', () => {
    expect(on(300_000, 20_000)).toBeNull();
  });

  it('is ended all the same once it has stood still for far too long', () => {
    expect(on(700_000, 0)).toBeNull();
    expect(on(721_000, 0)).toBe('too_long');
  });
});
