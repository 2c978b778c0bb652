import type { BundleIndex } from 'atlas-engine/runtime';

/** Reads the index of an atlas for everyone from its page. */
export async function readIndexOf({ url }: { readonly url: string }): Promise<BundleIndex> {
  const page = await (await fetch(`${url}/?lang=en`)).text();
  const text = /<script[^>]*id="atlas-index"[^>]*>([\s\S]*?)<\/script>/.exec(page)![1]!;
  return JSON.parse(text) as BundleIndex;
}
