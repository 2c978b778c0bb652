export const APP_SOURCES: readonly string[];
export function isStale(built: string, sources: readonly string[]): boolean;
