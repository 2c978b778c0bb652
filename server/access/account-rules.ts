import { showsOf, type AtlasModel, type Bounds, type Dataset, type Level } from 'atlas-engine';

/** A text by locale. */
type Texts = Readonly<Record<string, string>>;

/** What the configuration says about accounts. */
export interface AccountRules {
  /** The levels, lowest first, with how a visitor gets them; null for the first. */
  readonly levels: readonly {
    readonly id: string;
    readonly name: Texts;
    readonly granted: 'on-confirmation' | 'by-operator' | null;
  }[];
  /** The names of the layers that a level sees and not everyone, by the id of the level. */
  readonly opens: Readonly<Record<string, readonly Texts[]>>;
  readonly roles: readonly string[];
  /** The bounds of the region, outside of which no area is granted. */
  readonly region: Bounds;
  /** The places in which levels can be granted: names by the id of a project or of a dataset. */
  readonly places: Readonly<Record<'project' | 'dataset', Readonly<Record<string, Texts>>>>;
  /** Milliseconds for which the links in mails are valid. */
  readonly resetLink: number;
  /** The version of the data agreement, which is the date of its page; null if there is none. */
  readonly agreement: string | null;
  readonly title: Texts;
  /** True if every dataset or field that is not open to everyone holds demonstration data. */
  readonly demonstration: boolean;
}

/** Returns what a configuration says about accounts. */
export function accountRules(model: AtlasModel): AccountRules {
  return {
    levels: model.levels.map(({ id, name, granted = null }) => ({ id, name, granted })),
    opens: Object.fromEntries(model.levels.map((level) => [level.id, openedBy(level, model)])),
    roles: model.roles,
    region: model.region.bounds,
    places: placesOf(model),
    resetLink: model.limits.resetLink,
    agreement: model.pages.find(({ id }) => id === 'data-agreement')?.date ?? null,
    title: model.title,
    demonstration: [...model.datasets.values()].every((one) => one.demo || isOpen(one)),
  };
}

function placesOf(model: AtlasModel): AccountRules['places'] {
  const datasets = [...showsOf(model)].map(([id, shown]) => [id, shown.at(-1)!.title] as const);
  return {
    project: Object.fromEntries(model.projects.map(({ id, name }) => [id, name])),
    dataset: Object.fromEntries(datasets.filter(([id]) => !id.includes('@'))),
  };
}

/** Returns the names of the general layers that a level opens and that are not open to everyone. */
function openedBy({ rank }: Level, { groups }: AtlasModel): readonly Texts[] {
  return [...groups.values()]
    .filter(({ permission, project }) => !project && permission.rank > 0 && permission.rank <= rank)
    .map(({ name }) => name);
}

/** Returns whether everyone may see and download all of a dataset. */
function isOpen({ permission, fields }: Dataset): boolean {
  const levels = [permission.view, permission.download, permission.analyse];
  const ofFields = [...fields.values()].flatMap((field) => field.permission ?? []);
  return [...levels, ...ofFields].every(({ rank }) => rank === 0);
}
