export const APP_SOURCES: readonly string[];
export function isProjectStale(root: string): boolean;
export function isStale(built: string, sources: readonly string[]): boolean;
