/**
 * The element `<atlas-map project locale>`, a compact map of this atlas on a page of another site.
 * It is a script of its own, which the server sends as `/atlas-map.js`.
 */
import { readMapMessage, writeMessage, type EmbedView, type HostMessage } from './messages.ts';

/** The root of the atlas from which this script was loaded. */
const ATLAS = new URL(import.meta.url.replace(/[^/]*$/, ''));

const STYLE =
  ':host { display: block; height: 480px } iframe { width: 100%; height: 100%; border: 0 }';

/**
 * Shows the compact map in a frame. The attributes `project` and `locale` can change at any time;
 * `label` is the name of the frame for screen readers. Dispatches the events `atlas-ready`,
 * `atlas-moved` and `atlas-selected`, whose `detail` is the message of the map.
 */
class AtlasMap extends HTMLElement {
  static readonly observedAttributes = ['project', 'locale', 'label'];

  private readonly frame = document.createElement('iframe');
  private ready = false;
  /** The message to send once the map is ready. */
  private waiting: HostMessage | null = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    // Unlike a style element, this also works under a policy without `style-src`.
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    this.frame.allowFullscreen = true;
    this.frame.loading = 'lazy';
    root.append(this.frame);
  }

  connectedCallback(): void {
    this.ready = false;
    this.frame.title = this.getAttribute('label') ?? ATLAS.host;
    this.frame.src = this.address;
    window.addEventListener('message', this.onMessage);
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.onMessage);
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'label') this.frame.title = value ?? ATLAS.host;
    if (!this.ready) return;
    if (name === 'project') this.send({ type: 'set-project', project: value || null });
    if (name === 'locale' && value) this.send({ type: 'set-locale', locale: value });
  }

  /** Moves the map to a view. Before the map is ready, the last view is kept until then. */
  flyTo({ zoom, lat, lng }: EmbedView): void {
    const message: HostMessage = { type: 'fly-to', view: { zoom, lat, lng } };
    if (this.ready) this.send(message);
    else this.waiting = message;
  }

  private get address(): string {
    const address = new URL(ATLAS);
    const query = {
      embed: '1',
      host: window.location.origin,
      project: this.getAttribute('project'),
      lang: this.getAttribute('locale'),
    };
    for (const [key, value] of Object.entries(query)) {
      if (value) address.searchParams.set(key, value);
    }
    return address.href;
  }

  private readonly onMessage = (event: MessageEvent<unknown>): void => {
    if (event.origin !== ATLAS.origin || event.source !== this.frame.contentWindow) return;
    const message = readMapMessage(event.data);
    if (!message) return;
    if (message.type === 'ready') this.begin(message);
    this.dispatchEvent(
      new CustomEvent(`atlas-${message.type}`, { detail: message, bubbles: true }),
    );
  };

  /** Sends what changed while the map was loading. */
  private begin({ project, locale }: { project: string | null; locale: string }): void {
    this.ready = true;
    const [wanted, lang] = [this.getAttribute('project') || null, this.getAttribute('locale')];
    if (wanted !== project) this.send({ type: 'set-project', project: wanted });
    if (lang && lang !== locale) this.send({ type: 'set-locale', locale: lang });
    if (this.waiting) this.send(this.waiting);
    this.waiting = null;
  }

  private send(message: HostMessage): void {
    this.frame.contentWindow?.postMessage(writeMessage(message), ATLAS.origin);
  }
}

if (!customElements.get('atlas-map')) customElements.define('atlas-map', AtlasMap);
