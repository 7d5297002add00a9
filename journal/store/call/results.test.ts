import { describe, expect, it } from 'vitest';
import { Results } from './results.ts';

function counter() {
  let runs = 0;
  return { count: () => runs, run: () => (runs += 1) };
}

function changeOf(resource: string, id = '1') {
  return { resource, id };
}

describe('cached results', () => {
  it('are computed once, also for two concurrent callers', async () => {
    const results = new Results();
    const one = counter();
    expect(await Promise.all([results.of('a', one.run), results.of('a', one.run)])).toEqual([1, 1]);
    expect(await results.of('a', one.run)).toBe(1);
  });

  it('go when the book changes; what comes from the trades alone stays until those change', async () => {
    const results = new Results();
    const [figure, matched] = [counter(), counter()];
    const ask = async () => {
      await results.of('figure', figure.run);
      await results.ofTrades('trips', matched.run);
      return [figure.count(), matched.count()];
    };
    expect(await ask()).toEqual([1, 1]);
    results.changed([changeOf('report'), changeOf('mistake')], false);
    expect(await ask()).toEqual([2, 1]);
    results.changed([changeOf('trade')], true);
    expect(await ask()).toEqual([3, 2]);
    results.changed([changeOf('import')], true);
    expect(await ask()).toEqual([4, 3]);
    results.forget();
    expect(await ask()).toEqual([5, 4]);
  });

  it('a failure is not cached', async () => {
    const results = new Results();
    await expect(
      results.of('a', () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await results.of('a', () => 1)).toBe(1);
  });

  it('a result that was being computed when the book changed is not cached', async () => {
    const results = new Results();
    const { promise, resolve } = Promise.withResolvers<number>();
    const slow = results.of('a', () => promise);
    results.forget();
    resolve(1);
    expect(await slow).toBe(1);
    expect(await results.of('a', () => 2)).toBe(2);
  });

  it('of the trades go on from the last one when single trades changed, and start again when more did', async () => {
    const results = new Results();
    const ask = () =>
      results.ofTrades<string[]>('trips', (last) => (last === null ? ['all'] : [...last.value, ...last.changed]));
    expect(await ask()).toEqual(['all']);
    results.changed([changeOf('trade', 'a')], true);
    results.changed([changeOf('report')], false);
    results.changed([changeOf('trade', 'b')], true);
    expect(await ask()).toEqual(['all', 'a', 'b']);
    results.changed([changeOf('trade', 'c')], true);
    expect(await ask()).toEqual(['all', 'a', 'b', 'c']);
    results.changed([changeOf('trade', 'd'), changeOf('import')], true);
    expect(await ask()).toEqual(['all']);
    results.changed([changeOf('trade', 'e')], true);
    results.forget();
    expect(await ask()).toEqual(['all']);
  });

  it('that are large are limited to the newest few of their kind, and evict nothing else', async () => {
    const results = new Results();
    const { run } = counter();
    await results.of('a', () => 'small');
    const lots = (year: string) => results.ofFew('tax book', year, run);
    expect([await lots('2023'), await lots('2024'), await lots('2024'), await lots('2025')]).toEqual([1, 2, 2, 3]);
    expect([await lots('2025'), await lots('2024'), await lots('2023')]).toEqual([3, 2, 4]);
    expect(await results.of('a', () => 'again')).toBe('small');
  });

  it('of what trades have no part in stay through a change of trades, and go with any other', async () => {
    const results = new Results();
    const { run } = counter();
    const rates = () => results.besidesTrades('rates', run);
    expect(await rates()).toBe(1);
    results.changed([changeOf('trade')], true);
    expect(await rates()).toBe(1);
    results.changed([changeOf('setting')], false);
    expect(await rates()).toBe(2);
    results.changed([changeOf('trade'), changeOf('account')], true);
    expect(await rates()).toBe(3);
    results.forget();
    expect(await rates()).toBe(4);
  });

  it('of the trades start again after one that failed', async () => {
    const results = new Results();
    const failing = results.ofTrades('trips', () => Promise.reject(new Error('no')));
    results.changed([changeOf('trade')], true);
    await expect(failing).rejects.toThrow('no');
    expect(await results.ofTrades('trips', (last) => last)).toBeNull();
  });
});
