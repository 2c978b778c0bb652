/** The address of the map's worker, built from the same module graph; see vite.config.ts. */
declare module 'virtual:map-worker-address' {
  const address: string;
  export default address;
}
