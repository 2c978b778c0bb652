import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { keywords, LIST_SCHEMAS, schemas, SINGLE_SCHEMAS } from '../../schemas/index.ts';
import type { ListKind, SingleKind } from '../expand/check-skeleton.ts';

let ajv: Ajv2020 | null = null;
const compiled = new Map<string, ValidateFunction>();

/** The validator of an entry of a list kind, or of the value of a single kind. Compiled on first use. */
export function validatorOf(kind: ListKind | SingleKind): ValidateFunction {
  let validate = compiled.get(kind);
  if (!validate) {
    ajv ??= createAjv();
    const found = ajv.getSchema(referenceOf(kind));
    if (!found) throw new Error(`There is no schema for ${kind}`);
    validate = found;
    compiled.set(kind, validate);
  }
  return validate;
}

function referenceOf(kind: ListKind | SingleKind): string {
  if (kind in LIST_SCHEMAS) return `${LIST_SCHEMAS[kind as ListKind]}.schema.json`;
  if (kind in SINGLE_SCHEMAS)
    return `${SINGLE_SCHEMAS[kind as keyof typeof SINGLE_SCHEMAS]}.schema.json`;
  return `atlas-file.schema.json#/properties/${kind}`;
}

function createAjv(): Ajv2020 {
  const created = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    // A branch of a union lists what it requires beside its discriminator.
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    discriminator: true,
  });
  for (const keyword of keywords) created.addKeyword(keyword);
  for (const schema of Object.values(schemas)) created.addSchema(schema);
  return created;
}
