export const ENGINE_SOURCES: readonly string[];
export const APP_SOURCES: readonly string[];
export function isStale(built: string, sources: readonly string[]): boolean;
