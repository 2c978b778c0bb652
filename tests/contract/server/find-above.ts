import { readable, type Crawl } from './crawl.ts';
import { LEVELS, type Secrets } from './secrets.ts';

/**
 * Finds secrets of levels above a rank in the answers of a crawl, as `address: secret`. Addresses may
 * contain hidden names; only the answers count.
 */
export async function findAbove(
  answers: Crawl,
  secrets: Secrets['given'],
  rank: number,
): Promise<string[]> {
  const above = LEVELS.slice(rank + 1).flatMap((level) => secrets[level]);
  const folded = above.map((secret) => secret.toLowerCase());
  const found: string[] = [];
  for (const [address, answer] of answers) {
    const text = (await readable(answer)).toLowerCase();
    for (const secret of folded) if (text.includes(secret)) found.push(`${address}: ${secret}`);
  }
  return found;
}
