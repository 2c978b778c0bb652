/** The part of the Network Information API that is not in all browsers. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean };
}

/** Returns whether the visitor asked the browser to save data. The page then loads no ornaments. */
export function savesData(): boolean {
  return (navigator as Connected).connection?.saveData === true;
}
