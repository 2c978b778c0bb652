/**
 * Changes a delay by up to a quarter, so that the pages of many visitors do not send their requests
 * at the same time.
 */
export function scatter(milliseconds: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return milliseconds * (0.75 + random / 2 ** 33);
}
