/** Says which parameter of a request does not fit the schema of its route, in words of the schema. */

interface Parameter {
  readonly description?: string;
  readonly enum?: readonly string[];
}

/** A schema of path or query, as far as its words are needed. */
interface ParameterSchema {
  readonly properties?: Readonly<Record<string, Parameter>>;
}

/** What the validator leaves on an error, as far as it is read here. */
export interface Invalid {
  readonly validationContext?: string;
  readonly validation?: readonly {
    readonly instancePath: string;
    readonly params: { readonly missingProperty?: unknown };
  }[];
}

/**
 * Gives a sentence such as `` `limit`: Most features, 1 to 100. ``; null when it is not about a
 * parameter that the schema names. Repeats nothing of the request.
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
  const { description = 'it is not of the form that the description of the interface gives.' } =
    properties[name]!;
  const { enum: allowed } = properties[name]!;
  const words = allowed ? `${allowed.map((one) => `\`${one}\``).join(' or ')}.` : description;
  return `\`${name}\`${missing === '' ? '' : ' is missing'}: ${words}`;
}
