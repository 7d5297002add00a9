import { indicator } from './indicator.ts';

export const obv = indicator({
  name: 'obv',
  realistic: {
    about: 'on-balance volume: volume added up, taken off on bars that close lower',
    numbers: {},
    outputs: ['value'],
    columns: ({ c, v }) => {
      const value = new Float64Array(c.length);
      let sum = v[0] ?? 0;
      for (let i = 0; i < value.length; i++) {
        if (i > 0) sum += Math.sign(c[i] - c[i - 1]) * v[i];
        value[i] = sum;
      }
      return { value };
    },
  },
});
