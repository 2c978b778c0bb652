import type { PlaceRequest } from 'atlas-engine/http';
import { deadline } from './deadline.ts';

/** How long the server may take to start an editor, in milliseconds. */
const OPENS_WITHIN_MS = 10_000;

/** Asks the server of an author to open a place of the configuration in an editor. Returns whether it did. */
export async function openPlace({ file, line, column }: PlaceRequest): Promise<boolean> {
  try {
    const { ok } = await fetch('/dev/open', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ file, line, column }),
      signal: deadline(OPENS_WITHIN_MS),
    });
    return ok;
  } catch {
    return false;
  }
}
