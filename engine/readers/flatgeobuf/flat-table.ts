/** A table of FlatBuffers, the binary format inside FlatGeobuf. Throws `RangeError` beyond the bytes. */
export class FlatTable {
  private readonly view: DataView;
  private readonly start: number;

  /** `start` is the place of the table. */
  constructor(view: DataView, start: number) {
    this.view = view;
    this.start = start;
  }

  /** Returns the table to which the first four bytes of a buffer point. */
  static at(view: DataView, place: number): FlatTable {
    return new FlatTable(view, place + view.getUint32(place, true));
  }

  uint8(field: number, otherwise = 0): number {
    const place = this.placeOf(field);
    return place === null ? otherwise : this.view.getUint8(place);
  }

  uint16(field: number, otherwise = 0): number {
    const place = this.placeOf(field);
    return place === null ? otherwise : this.view.getUint16(place, true);
  }

  int32(field: number, otherwise = 0): number {
    const place = this.placeOf(field);
    return place === null ? otherwise : this.view.getInt32(place, true);
  }

  /** A number of 64 bits. */
  uint64(field: number): number {
    const place = this.placeOf(field);
    return place === null ? 0 : Number(this.view.getBigUint64(place, true));
  }

  text(field: number): string {
    return new TextDecoder().decode(this.bytes(field) ?? new Uint8Array());
  }

  /** The bytes of a text or list of bytes; null without one. */
  bytes(field: number): Uint8Array | null {
    const list = this.list(field);
    if (list === null) return null;
    const { buffer, byteOffset } = this.view;
    this.check(list.place, list.length);
    return new Uint8Array(buffer, byteOffset + list.place, list.length);
  }

  uint32s(field: number): number[] {
    const list = this.list(field);
    if (list === null) return [];
    this.check(list.place, list.length * 4);
    return Array.from({ length: list.length }, (_, i) =>
      this.view.getUint32(list.place + 4 * i, true),
    );
  }

  /** Pairs of numbers. */
  positions(field: number): [number, number][] {
    const list = this.list(field);
    if (list === null) return [];
    this.check(list.place, list.length * 8);
    return Array.from({ length: list.length >> 1 }, (_, i) => [
      this.view.getFloat64(list.place + 16 * i, true),
      this.view.getFloat64(list.place + 16 * i + 8, true),
    ]);
  }

  table(field: number): FlatTable | null {
    const place = this.placeOf(field);
    return place === null ? null : FlatTable.at(this.view, place);
  }

  tables(field: number): FlatTable[] {
    const list = this.list(field);
    if (list === null) return [];
    this.check(list.place, list.length * 4);
    return Array.from({ length: list.length }, (_, i) =>
      FlatTable.at(this.view, list.place + 4 * i),
    );
  }

  private list(field: number): { readonly place: number; readonly length: number } | null {
    const pointer = this.placeOf(field);
    if (pointer === null) return null;
    const place = pointer + this.view.getUint32(pointer, true);
    return { place: place + 4, length: this.view.getUint32(place, true) };
  }

  /** Where the value of a field is; null for a field that is left out. */
  private placeOf(field: number): number | null {
    const places = this.start - this.view.getInt32(this.start, true);
    const entry = 4 + 2 * field;
    if (entry >= this.view.getUint16(places, true)) return null;
    const offset = this.view.getUint16(places + entry, true);
    return offset === 0 ? null : this.start + offset;
  }

  /** A list may be as long as the rest of the bytes, so that nothing larger is made. */
  private check(place: number, length: number): void {
    if (place + length > this.view.byteLength) throw new RangeError('a list is too long');
  }
}
