/** Resolves with the promise, or rejects after this many milliseconds. */
export function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('The promise did not settle in time.')), milliseconds);
    }),
  ]);
}
