/** The address of the map's worker, built from the same module graph; see vite.config.ts. */
declare module 'virtual:map-worker-address' {
  const address: string;
  export default address;
}

/** Parts of MapLibre for app/map/link-programs.ts; see vite.config.ts. */
declare module 'virtual:map-programs' {
  export const EvaluationParameters: new (zoom: number) => object;
  export const ProgramConfiguration: new (
    layer: object,
    zoom: number,
    isInput: (property: string) => boolean,
  ) => object;
}
