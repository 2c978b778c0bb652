/** The attributes of features that readers see. */

/** An attribute in a popup, with its label and the format of its value. */
export interface PopupRow {
  readonly field: string;
  readonly label: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'list';
  readonly unit?: string;
  /** The way in which the value is shown: `photos`, `link`, `phone` or `email`. */
  readonly format?: string;
  /** The language of a free text: a language code, or the field with the code of each feature. */
  readonly language?: string | { readonly field: string };
  /**
   * True for `photos` whose values are file names, served at
   * `/api/photos/{dataset}/{field}/{file}`.
   */
  readonly files?: true;
  /** Labels of the values of an enumeration, by the value as text. */
  readonly values?: Readonly<Record<string, string>>;
  /** Label of all other values; absent when the class list has no default class. */
  readonly otherwise?: string;
}

/** An attribute in a title. */
export type TitleRow = Omit<PopupRow, 'label'>;

export interface BundlePopup {
  /** The title is the first of these fields with a value; without one it is the name of the group. */
  readonly title?: readonly TitleRow[];
  readonly rows: readonly PopupRow[];
  readonly sections: readonly { readonly heading: string; readonly rows: readonly PopupRow[] }[];
  /**
   * True if some fields are not in the tiles. They are fetched from `/api/features/{dataset}/{id}`.
   */
  readonly details: boolean;
}
