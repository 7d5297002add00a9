/** The larger array with the values of the smaller one. */
export function copyInto<T extends Int32Array | Float64Array>(made: T, old: T): T {
  made.set(old);
  return made;
}
