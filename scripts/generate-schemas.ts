/** Writes the files that are generated from `schemas/*.schema.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { validatorsModule } from './schemas/validators.ts';
import { writtenSchema } from './schemas/written-form.ts';

const SCHEMAS = new URL('../schemas/', import.meta.url);

/** A generated file and its expected text. */
export interface Generated {
  readonly name: string;
  readonly file: URL;
  readonly text: string;
}

/** Generates all files in memory, without writing them. */
export function generateSchemas(): readonly Generated[] {
  const texts = {
    'atlas.schema.json': printed(writtenSchema()),
    'validators.g.ts': validatorsModule(),
  };
  return Object.entries(texts).map(([name, text]) => ({
    name,
    file: new URL(name, SCHEMAS),
    text,
  }));
}

/** Returns JSON with one definition or property per line, for short files and readable diffs. */
function printed({ definitions, properties, ...rest }: Readonly<Record<string, unknown>>): string {
  const lines = (part: unknown): string =>
    Object.entries(part as object)
      .map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const head = Object.entries(rest).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  );
  return `{\n${head.join('')}  "properties": {\n${lines(properties)}\n  },\n  "definitions": {\n${lines(definitions)}\n  }\n}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const generated = generateSchemas();
  if (process.argv.includes('--check'))
    process.exitCode = generated.some(({ file, text }) => readFileSync(file, 'utf8') !== text)
      ? 1
      : 0;
  else for (const { file, text } of generated) writeFileSync(file, text);
}
