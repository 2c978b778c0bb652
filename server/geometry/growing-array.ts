type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array;

/** A typed array of numbers that grows at its end. */
export class GrowingArray<A extends NumberArray> {
  readonly #make: (length: number) => A;
  #array: A;
  #length = 0;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.#array = make(1024);
  }

  push(value: number): void {
    if (this.#length === this.#array.length) {
      const larger = this.#make(2 * this.#array.length);
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.#length++] = value;
  }

  /** The numbers so far, without a copy. A later `push` may not be seen in it. */
  get values(): A {
    return this.#array.subarray(0, this.#length) as A;
  }
}
