/** The entry point for the HTTP interface: the schemas and types of its requests and answers. */
export { fits } from './http/fits.ts';
export { isRecord } from './http/is-record.ts';
export type { SchemaNode, Shape, ValueOf } from './http/shape.ts';
export * from './http/accounts.ts';
export * from './http/administration.ts';
export * from './http/analysis.ts';
export * from './http/areas.ts';
export type { FormAnswers, HeldAnswer } from './http/common.ts';
export * from './http/downloads.ts';
export * from './http/errors.ts';
export * from './http/features.ts';
export * from './http/near.ts';
export * from './http/ogc.ts';
export * from './http/overlaps.ts';
export * from './http/search.ts';
export * from './http/site.ts';
