export declare const DEMO_FOLDER: string;
export declare const CODE: readonly string[];
export declare function hashOfDemo(root: string, configDir: string): string;
export declare function isDemoCurrent(root: string, configDir: string): boolean;
export declare function stampOf(
  folder: string,
  hash: string,
  files: Readonly<Record<string, number>>,
): { readonly path: string; readonly text: string };
