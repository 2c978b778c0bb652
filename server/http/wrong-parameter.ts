/** Describes which parameter of a request does not match the schema of its route. */

interface Parameter {
  readonly description?: string;
  readonly enum?: readonly string[];
}

/** The part of a schema of path or query that is used here. */
interface ParameterSchema {
  readonly properties?: Readonly<Record<string, Parameter>>;
}

/** The part of an error of the validator that is used here. */
export interface Invalid {
  readonly validationContext?: string;
  readonly validation?: readonly {
    readonly instancePath: string;
    readonly params: { readonly missingProperty?: unknown };
  }[];
}

/**
 * Returns a sentence such as `` `limit`: Most features, 1 to 100. ``, or null when the error is not
 * about a parameter of the schema. Repeats nothing of the request.
 */
export function wrongParameter(
  { validation, validationContext }: Invalid,
  schema: { readonly params?: unknown; readonly querystring?: unknown } | undefined,
): string | null {
  const [first] = validation ?? [];
  if (first === undefined) return null;
  const part = validationContext === 'params' ? schema?.params : schema?.querystring;
  const { properties = {} } = (part ?? {}) as ParameterSchema;
  const missing = String(first.params.missingProperty ?? '');
  const name = missing === '' ? first.instancePath.slice(1) : missing;
  if (!Object.hasOwn(properties, name)) return null;
  const { description = 'it does not have the form described in `/api/openapi.json`.' } =
    properties[name]!;
  const { enum: allowed } = properties[name]!;
  const words = allowed ? `${allowed.map((one) => `\`${one}\``).join(' or ')}.` : description;
  return `\`${name}\`${missing === '' ? '' : ' is missing'}: ${words}`;
}
