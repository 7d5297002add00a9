// A distribution in little room: the values themselves while they are few, then buckets that grow by 2 %, so that a
// quantile is exact for small samples and within 1 % for any number of values. Sketches of two logs can be added.

const EXACT = 128;
const GROWTH = Math.log(1.02);
/** Enough for four months in microseconds; what takes longer counts as that long. */
const BUCKETS = 1520;

export interface LatencyData {
  /** Sorted values in microseconds, while there are at most 128. */
  readonly values_us?: readonly number[];
  /** `[bucket, count]`: bucket b > 0 holds values from 1.02^(b-1) to 1.02^b microseconds, bucket 0 holds zero. */
  readonly buckets?: readonly (readonly [number, number])[];
}

export class Latency {
  #values: number[] | null = [];
  /** Counts by bucket, once there are too many values to keep. */
  #buckets = new Float64Array(0);
  count = 0;
  min = Number.POSITIVE_INFINITY;
  max = 0;

  static from(data: LatencyData, min: number, max: number): Latency {
    const latency = new Latency();
    for (const value of data.values_us ?? []) latency.add(value, 1);
    if (data.buckets) {
      latency.#spill();
      for (const [bucket, count] of data.buckets) latency.#put(bucket, count);
      latency.min = min;
      latency.max = max;
    }
    return latency;
  }

  add(us: number, weight: number): void {
    if (us < this.min) this.min = us;
    if (us > this.max) this.max = us;
    if (this.#values && weight === 1 && this.#values.length < EXACT) {
      this.#values.push(us);
      this.count++;
      return;
    }
    if (this.#values) this.#spill();
    this.#put(bucketOf(us), weight);
  }

  merge(other: Latency): void {
    if (other.#values) for (const value of other.#values) this.add(value, 1);
    else {
      if (this.#values) this.#spill();
      for (let bucket = 0; bucket < BUCKETS; bucket++)
        if (other.#buckets[bucket]! > 0) this.#put(bucket, other.#buckets[bucket]!);
      this.min = Math.min(this.min, other.min);
      this.max = Math.max(this.max, other.max);
    }
  }

  /** The nearest-rank quantile: the smallest value that at least this share of all values does not exceed. */
  quantile(share: number): number {
    const rank = Math.max(1, Math.ceil(share * this.count));
    if (this.#values) return this.#values.toSorted((a, b) => a - b)[rank - 1] ?? 0;
    let seen = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      seen += this.#buckets[bucket]!;
      if (seen >= rank) return Math.min(this.max, Math.max(this.min, middleOf(bucket)));
    }
    return this.max;
  }

  /** `[value, count]`, rising: what distributions are drawn from and compared by. */
  weighted(): readonly (readonly [number, number])[] {
    if (this.#values) return this.#values.toSorted((a, b) => a - b).map((value) => [value, 1]);
    return this.#sortBuckets().map(([bucket, count]) => [middleOf(bucket), count]);
  }

  toJSON(): LatencyData {
    return this.#values ? { values_us: this.#values.toSorted((a, b) => a - b) } : { buckets: this.#sortBuckets() };
  }

  #sortBuckets(): [number, number][] {
    const found: [number, number][] = [];
    for (let bucket = 0; bucket < this.#buckets.length; bucket++)
      if (this.#buckets[bucket]! > 0) found.push([bucket, this.#buckets[bucket]!]);
    return found;
  }

  #spill(): void {
    const values = this.#values ?? [];
    this.#values = null;
    this.#buckets = new Float64Array(BUCKETS);
    this.count = 0;
    for (const value of values) this.#put(bucketOf(value), 1);
  }

  #put(bucket: number, count: number): void {
    this.count += count;
    this.#buckets[Math.min(bucket, BUCKETS - 1)]! += count;
  }
}

function bucketOf(us: number): number {
  return us < 1 ? 0 : 1 + Math.floor(Math.log(us) / GROWTH);
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(Math.exp((bucket - 0.5) * GROWTH));
}
