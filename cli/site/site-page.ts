import { escapeHtml } from 'atlas-engine/runtime';
import { pagePolicy, scriptSources, styleSources } from '../../server/http/security-headers.ts';
import { siteLink } from './site-bundle.ts';

/** Addresses from the root in the elements and styles of a page. */
const ADDRESS = /\b(href|src)="(\/(?!\/)[^"]*)"/g;
const STYLE_ADDRESS = /\burl\((["']?)\/(?!\/)/g;

/**
 * Returns the page of a static site from that of the server: its addresses are relative, and the content
 * security policy is in the page. `frame-ancestors` has no effect there.
 */
export function sitePage(html: string, hosts: readonly string[]): string {
  // The index is data, whose addresses are relative already.
  const [before = '', index = '', after = ''] = html.split(
    /(<script type="application\/json"[^>]*>.*?<\/script>)/s,
  );
  const page = [relativeHtml(before), index, relativeHtml(after)].join('');
  const policy = pagePolicy(hosts, {
    frameAncestors: [],
    styles: styleSources(page),
    scripts: scriptSources(page),
  });
  const inPage = policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; ');
  return page.replace(
    /<meta charset="utf-8" ?\/?>/,
    (charset) =>
      `${charset}<meta http-equiv="content-security-policy" content="${escapeHtml(inPage)}" /><meta name="atlas-static" content="" />`,
  );
}

function relativeHtml(html: string): string {
  return html
    .replace(ADDRESS, (_all, name: string, address: string) => `${name}="${siteLink(address)}"`)
    .replace(STYLE_ADDRESS, 'url($1./');
}
