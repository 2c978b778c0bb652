import { ACCESS_WORDS } from './codes/access.en.ts';
import { CLASSES_WORDS } from './codes/classes.en.ts';
import { CONSENT_WORDS } from './codes/consent.en.ts';
import { FIELDS_WORDS } from './codes/fields.en.ts';
import { FORMS_WORDS } from './codes/forms.en.ts';
import { FOUND_WORDS } from './codes/found.en.ts';
import { LOAD_WORDS } from './codes/load.en.ts';
import { NOTICES_WORDS } from './codes/notices.en.ts';
import { PLACES_WORDS } from './codes/places.en.ts';
import { REFERENCES_WORDS } from './codes/references.en.ts';
import { SHAPE_WORDS } from './codes/shape.en.ts';
import { SOURCES_WORDS } from './codes/sources.en.ts';
import { TEMPLATES_WORDS } from './codes/templates.en.ts';
import { TOOLS_WORDS } from './codes/tools.en.ts';
import { TEXTS_WORDS } from './codes/texts.en.ts';
import { VALUES_WORDS } from './codes/values.en.ts';
import { YAML_WORDS } from './codes/yaml.en.ts';

/** The English messages of every code. They also declare the code and its parameters. */
export const ENGLISH_WORDS = {
  ...YAML_WORDS,
  ...SHAPE_WORDS,
  ...TEMPLATES_WORDS,
  ...TEXTS_WORDS,
  ...REFERENCES_WORDS,
  ...VALUES_WORDS,
  ...CLASSES_WORDS,
  ...FIELDS_WORDS,
  ...FOUND_WORDS,
  ...LOAD_WORDS,
  ...SOURCES_WORDS,
  ...ACCESS_WORDS,
  ...CONSENT_WORDS,
  ...PLACES_WORDS,
  ...NOTICES_WORDS,
  ...FORMS_WORDS,
  ...TOOLS_WORDS,
};
