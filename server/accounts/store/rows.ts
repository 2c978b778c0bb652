/** Reads the columns of rows. Both databases return numbers and texts. */
import type { FormAnswers } from 'atlas-engine/http';
import type { SqlRow } from './sql.ts';

export function numberIn(row: SqlRow, column: string): number {
  return Number(row[column]);
}

export function textIn(row: SqlRow, column: string): string {
  return String(row[column]);
}

export function numberOrNull(row: SqlRow, column: string): number | null {
  return row[column] === null ? null : Number(row[column]);
}

export function textOrNull(row: SqlRow, column: string): string | null {
  return row[column] === null ? null : String(row[column]);
}

/** Reads a column with JSON that this server wrote. */
export function jsonIn<T = FormAnswers>(row: SqlRow, column: string): T {
  return JSON.parse(textIn(row, column)) as T;
}
