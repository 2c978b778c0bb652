export function isProjectStale(root: string): boolean;
