// Seeded random numbers, drawn by the thousand: sfc32 (Chris Doty-Humphrey's small fast counting generator, which
// passes PractRand), held in local variables while a whole list is filled.

/** Fills `out` with whole numbers from 0 up to, not including, `bound`. */
export type DrawIndices = (out: Int32Array, bound: number) => void;

/** Rounds until the seed has reached every bit of the state, as its author takes them. */
const WARM_UP = 12;

export function randomIndices(seed: number): DrawIndices {
  const state = new Int32Array([0, seed, seed ^ 0x9e3779b9, 1]);
  const draw: DrawIndices = (out, bound) => {
    let a = state[0];
    let b = state[1];
    let c = state[2];
    let counter = state[3];
    const scale = bound / 2 ** 32; // a power of two: exact, so no index reaches the bound
    for (let i = 0; i < out.length; i++) {
      const mixed = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + mixed) | 0;
      out[i] = (mixed >>> 0) * scale;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = counter;
  };
  draw(new Int32Array(WARM_UP), 1);
  return draw;
}
