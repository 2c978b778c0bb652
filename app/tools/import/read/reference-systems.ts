import {
  nameOfSystem,
  shiftingConversionOf,
  UnsupportedSystem,
  type Conversion,
  type DatumShift,
} from 'atlas-engine/readers';
import {
  ImportError,
  type ImportRequest,
  type Shift,
} from '../../../stores/bundle/import-types.ts';

/** The reference systems of a file: how positions become WGS 84, and how exactly. */
export class ReferenceSystems {
  private readonly file: string;
  private readonly convert: boolean;
  private readonly used: ReadonlySet<DatumShift>[] = [];

  constructor({ name, convert }: Pick<ImportRequest, 'name' | 'convert'>) {
    this.file = name;
    this.convert = convert;
  }

  /**
   * Returns how positions in a system, in well-known text, become degrees on WGS 84; null if they are
   * that already. Throws `ImportError` if they cannot be converted, or the visitor has not agreed.
   */
  conversionFrom(wkt: string): Conversion | null {
    const source = { file: this.file, convert: '' };
    const system = namingSystem(() => shiftingConversionOf(wkt, source));
    if (system === null) return null;
    const { convert, shifts, used } = system;
    if (!this.convert) {
      const error = shifts.length > 0 ? Math.max(...shifts.map((shift) => shift.error)) : null;
      const name = nameOfSystem(wkt);
      throw new ImportError({ code: 'reference-system', name, fault: null, error });
    }
    this.used.push(used);
    return shifts.length === 0 ? convert : (position) => namingSystem(() => convert(position));
  }

  /** The transformations that were used, each once. */
  shifts(): Shift[] {
    const all = new Set(this.used.flatMap((shifts) => [...shifts]));
    return [...all].map(({ name, code, error }) => ({ name: `${name} (EPSG:${code})`, error }));
  }
}

/** Runs a function, and throws `ImportError` if it finds a reference system that is not supported. */
export function namingSystem<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnsupportedSystem)) throw error;
    const { system, part, found } = error;
    throw new ImportError({ code: 'reference-system', name: system, fault: { part, found } });
  }
}
