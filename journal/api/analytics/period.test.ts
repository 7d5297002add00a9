import { describe, expect, it } from 'vitest';
import { spanOf } from './period.ts';

const now = new Date('2026-05-15T12:00:00Z');

describe('a period', () => {
  const named: readonly (readonly [period: string, from: string, to: string])[] = [
    ['ytd', '2026-01-01T00:00:00.000Z', '2026-05-15T12:00:00.001Z'],
    ['qtd', '2026-04-01T00:00:00.000Z', '2026-05-15T12:00:00.001Z'],
    ['mtd', '2026-05-01T00:00:00.000Z', '2026-05-15T12:00:00.001Z'],
    ['30d', '2026-04-15T12:00:00.000Z', '2026-05-15T12:00:00.001Z'],
    ['1y', '2025-05-15T00:00:00.000Z', '2026-05-15T12:00:00.001Z'],
    ['2024', '2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
    ['2025-12', '2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ];
  it.each(named)('%s runs from %s to before %s', (period, from, to) => {
    const span = spanOf(period, now);
    expect([new Date(span.from).toISOString(), new Date(span.to).toISOString()]).toEqual([from, to]);
  });

  it('all leaves nothing out', () => {
    expect(spanOf('all', now)).toEqual({ from: -Infinity, to: Infinity });
  });
});
