import type {
  BundleIndex,
  BundleNotice,
  BundlePage,
  BundleTerms,
  PageDocument,
  ThirdParty,
} from '../bundle/bundle.ts';
import type { AtlasModel } from '../model/model.ts';
import { present } from '../basics/present.ts';
import type { CompileOptions } from './compile-options.ts';
import { compileRichText } from './compile-rich-text.ts';

/** Returns the notices, pages and terms of the index in one language, without empty lists. */
export function compileTexts(
  model: AtlasModel,
  locale: string,
  { entries }: CompiledPages,
): Pick<BundleIndex, 'notices' | 'pages' | 'terms'> {
  const unlessEmpty = <T>(list: readonly T[]): readonly T[] | undefined =>
    list.length > 0 ? list : undefined;
  return present({
    notices: unlessEmpty(compileNotices(model, locale)),
    pages: unlessEmpty(entries[locale] ?? []),
    terms: unlessEmpty(compileTerms(model, locale)),
  });
}

function compileTerms({ terms }: AtlasModel, locale: string): BundleTerms[] {
  return terms.map(({ id, name, text }) => ({
    id,
    name: name[locale]!,
    text: compileRichText(text[locale]!),
  }));
}

/** Compiles the notices in one language, in the order of declaration. */
function compileNotices({ notices }: AtlasModel, locale: string): BundleNotice[] {
  return notices.map(({ id, kind, version, title, text, from, until }) =>
    present({
      id,
      kind,
      version,
      title: title[locale]!,
      text: compileRichText(text[locale]!),
      from,
      until,
    }),
  );
}

/** The pages of an atlas: their documents by address, and their entries in the public index. */
export interface CompiledPages {
  readonly documents: ReadonlyMap<string, PageDocument>;
  /** By language of the interface. */
  readonly entries: Readonly<Record<string, readonly BundlePage[]>>;
}

/**
 * Compiles the pages. A page exists in every language, whatever the language of the interface, so
 * each index names the documents of all languages.
 */
export function compilePages(
  model: Pick<AtlasModel, 'pages' | 'locales' | 'services'>,
  options: Pick<CompileOptions, 'hash' | 'address'>,
): CompiledPages {
  const { pages, locales } = model;
  const { hash } = options;
  const documents = new Map<string, PageDocument>();
  const addresses = pages.map(({ id, title, date, text, responsible }) =>
    Object.fromEntries(
      locales.available.map((locale) => {
        const content = compileRichText(text[locale]!);
        const services = id === 'privacy-policy' ? thirdParties(model, locale, options) : undefined;
        const answers = responsible && {
          name: responsible.name[locale]!,
          address: responsible.address[locale]!,
        };
        const own = { id, locale, title: title[locale]!, date, text: content };
        const document: PageDocument = present({ ...own, responsible: answers, services });
        const path = `/atlas/page.${id}.${hash(JSON.stringify(document))}.${locale}.json`;
        documents.set(path, document);
        return [locale, path];
      }),
    ),
  );
  const entriesIn = (locale: string): BundlePage[] =>
    pages.map(({ id, title }, i) => ({ id, title: title[locale]!, documents: addresses[i]! }));
  const entries = Object.fromEntries(
    locales.available.map((locale) => [locale, entriesIn(locale)] as const),
  );
  return { documents, entries };
}

/** The host and port of an address. */
const HOST = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/;

/** Returns the outside services that are switched on, one for each name and host. */
function thirdParties(
  { services }: Pick<AtlasModel, 'services'>,
  locale: string,
  { address }: Pick<CompileOptions, 'address'>,
): readonly ThirdParty[] {
  const parties = services.flatMap(({ id, info }) => {
    const host = HOST.exec(address(id) ?? '')?.[1];
    if (host === undefined) return [];
    return [{ name: info.provider?.[locale] ?? host, host }];
  });
  return [...new Map(parties.map((one) => [`${one.name} ${one.host}`, one])).values()];
}
