/** Thrown if the browser does not support WebGL 2, or WebGL 2 is disabled. */
export class NoWebGlError extends Error {}
