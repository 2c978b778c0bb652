import { makeAutoObservable, observable } from 'mobx';
import type { BundleNotice } from 'atlas-engine/runtime';
import type { BundleStore } from '../bundle/bundle-store.ts';

/** The day of a clock as `YYYY-MM-DD`, in the time zone of the browser. */
export function dayOf(time: Date): string {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The notices of the atlas: which are shown, and which the visitor does not want to see again. */
export class WelcomeStore {
  /** Notices that are closed until the next visit. */
  private readonly closed = observable.set<string>();
  /** The highest dismissed version of each notice. */
  readonly dismissed = observable.map<string, number>();
  /** The highest version of each notice that the visitor closed, to see it again on the next visit. */
  readonly seen = observable.map<string, number>();
  /** Whether the visitor opened the welcome notice again. */
  reopened = false;

  private readonly bundles: BundleStore;
  private readonly today: string;
  private readonly isLink: boolean;

  constructor(
    bundles: BundleStore,
    start: {
      readonly dismissed: Readonly<Record<string, number>>;
      readonly seen: Readonly<Record<string, number>>;
      readonly today: string;
      /** Whether the address asks for a view, as links do. */
      readonly isLink: boolean;
    },
  ) {
    this.bundles = bundles;
    this.today = start.today;
    this.isLink = start.isLink;
    this.dismissed.replace(start.dismissed);
    this.seen.replace(start.seen);
    makeAutoObservable<this, 'bundles' | 'today' | 'isLink'>(
      this,
      { bundles: false, today: false, isLink: false },
      { autoBind: true },
    );
  }

  /** The welcome notice, shown or not; undefined when the atlas has none. */
  get welcome(): BundleNotice | undefined {
    return this.bundles.index.notices?.find(({ kind }) => kind === 'welcome');
  }

  get isOpen(): boolean {
    const { welcome } = this;
    return welcome !== undefined && (this.reopened || this.isDue(welcome));
  }

  /** Whether the visitor closed the welcome notice on an earlier visit. */
  get wasSeen(): boolean {
    const { welcome } = this;
    return welcome !== undefined && (this.seen.get(welcome.id) ?? 0) >= welcome.version;
  }

  /** Whether one line is enough: the visitor has seen the notice, or follows a link on a phone. */
  isLine({ phone }: { readonly phone: boolean }): boolean {
    return this.isOpen && !this.reopened && (this.wasSeen || (phone && this.isLink));
  }

  /** The banners over the map, in the order of declaration. */
  get banners(): readonly BundleNotice[] {
    const { notices = [] } = this.bundles.index;
    return notices.filter((notice) => notice.kind === 'banner' && this.isDue(notice));
  }

  reopen(): void {
    this.reopened = true;
  }

  /** Closes a notice. `forever` keeps it closed on later visits, until it has a higher version. */
  close({ id, version }: BundleNotice, { forever }: { readonly forever: boolean }): void {
    this.reopened = false;
    this.closed.add(id);
    if (forever) this.dismissed.set(id, version);
    else this.dismissed.delete(id);
    this.seen.set(id, version);
  }

  private isDue({ id, version, from = '', until = '9999' }: BundleNotice): boolean {
    const days = from <= this.today && this.today <= until;
    return days && !this.closed.has(id) && (this.dismissed.get(id) ?? 0) < version;
  }
}
