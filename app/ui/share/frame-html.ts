/** Size of the frame in the code for a website, in px. */
const FRAME_HEIGHT = 480;

/** Returns the HTML that embeds a view. `name` is the name of the frame for screen readers. */
export function frameOf(link: string, name: string): string {
  const address = new URL(link);
  address.searchParams.set('embed', '1');
  return `<iframe src="${attribute(address.href)}" title="${attribute(name)}" width="100%" height="${FRAME_HEIGHT}" style="border:0" loading="lazy" allowfullscreen></iframe>`;
}

/** Escapes a text for an attribute of HTML in double quotes. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
