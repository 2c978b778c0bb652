import { present } from 'atlas-engine/runtime';
import type { AtlasSnapshot, Rights } from '../../access/atlas-snapshot.ts';
import type { Link } from '../../http/link.ts';

/** The media type of terms. */
export const TERMS_TYPE = 'text/plain; charset=utf-8';

/** Matches an identifier of the SPDX list, which end in a version. */
const SPDX = /^[A-Za-z][A-Za-z0-9-]*-\d+(?:\.\d+)+$/;

/**
 * Returns the links `license` of datasets, each once: to the page of a licence on the SPDX list, or
 * to terms of the atlas. A licence with another name has no address.
 */
export function licenceLinks(
  { datasets, locales }: AtlasSnapshot,
  ids: readonly string[],
  site: string,
): readonly Link[] {
  const linkOf = ({ licence, terms }: Rights): Link[] => {
    if (terms)
      return [
        {
          rel: 'license',
          type: TERMS_TYPE,
          href: `${site}/api/terms/${encodeURIComponent(terms.id)}/`,
          ...present({ title: terms.name[locales.fallback] }),
        },
      ];
    if (licence === undefined || !SPDX.test(licence)) return [];
    const href = `https://spdx.org/licenses/${licence}.html`;
    return [{ rel: 'license', type: 'text/html', href, title: licence }];
  };
  const links = ids.flatMap((id) => linkOf(datasets.get(id)?.rights ?? {}));
  return [...new Map(links.map((link) => [link.href, link])).values()];
}
