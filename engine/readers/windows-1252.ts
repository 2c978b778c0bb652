/**
 * The characters of Windows-1252 for the bytes 0x80 to 0x9F (Unicode's mapping table CP1252.TXT).
 * The five bytes that the table leaves undefined keep their Latin-1 characters; all others differ.
 * Text that Windows decoded wrongly contains them.
 */
export const WINDOWS_1252 =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';
