/** Patterns of code that Ajv generates, with their shorter equivalents. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/"use strict";\n/g, ''],
  [/,\n +/g, ', '],
  [/^\/\*# sourceURL=.*\n/gm, ''],
  [/^export (const part\d+ = )/gm, '$1'],
  [/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, 'lengthOf'],
  [/require\("ajv\/dist\/runtime\/equal"\)\.default/g, 'equal'],
  [/\{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}/g, 'path = ""'],
  [/\{instancePath:(.*?),parentData:.*?,rootData\}/g, '$1'],
  [/\{instancePath,parentData.*?,rootData\}/g, 'path'],
  [/\{instancePath,(schemaPath:)/g, '{instancePath:path,$1'],
  [/,data\};$/gm, ',data:data};'],
  [
    new RegExp(
      String.raw`const (err\d+) = \{instancePath:(.*?),schemaPath:".*?",keyword:(".*?"),params:(.*),schema:.*,parentSchema:(.*?),data:(\w+)\};` +
        String.raw`\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;`,
      'g',
    ),
    'vErrors = add(vErrors, $2, $3, $4, $5, $6); errors++;',
  ],
  [/"\/" \+ (key\d+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)/g, 'step($1)'],
  [/\binstancePath\b/g, 'path'],
  [
    /if\(!\((validate\d+)\((.*)\)\)\)\{\nvErrors = vErrors === null \? \1\.errors : vErrors\.concat\(\1\.errors\);\nerrors = vErrors\.length;\n\}/g,
    'if(!$1($2)){ vErrors = vErrors === null ? $1.errors : vErrors.concat($1.errors); errors = vErrors.length; }',
  ],
  [/^(const pattern\d+ = )new RegExp\((.*), "u"\);$/gm, '$1new RegExp($2, "u");'],
  [/\n+/g, '\n'],
];

/**
 * Shortens the module that Ajv generates: `places` maps the text of each schema to a reference to
 * it. Throws when the generated code has an unknown form.
 */
export function shortenCode(code: string, places: ReadonlyMap<string, string>): string {
  const referring = code.replace(
    /^(const schema\d+ = )(\{.*\});$/gm,
    (_, begin: string, text: string) => {
      const place = places.get(text);
      if (place === undefined) throw new Error(`A schema is not of the sources: ${text}`);
      return `${begin}${place};`;
    },
  );
  const short = SHORTER.reduce((text, [long, words]) => text.replace(long, words), referring);
  const left = /parentData|instancePath|parentSchema|require\(|sourceURL/.exec(short);
  if (left)
    throw new Error(
      `Ajv writes otherwise than it did: ${short.slice(left.index - 80, left.index + 80)}`,
    );
  return short;
}
