import { expect, it } from 'vitest';
import { isOpenLicence } from '../../../../engine/check/data/open-licences.ts';

it.each([
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-ND-3.0',
  'cc by 4.0',
  'CC BY',
  'ODbL-1.0',
  'ODC-By-1.0',
  'PDDL-1.0',
  'Public domain',
  'etalab-2.0',
  'OGL-UK-3.0',
  'Attribution 4.0 International (CC BY 4.0)',
  'https://creativecommons.org/licenses/by/4.0/',
  'Licence CC-BY-SA 4.0',
  'Licence Creative Commons BY',
  'OpenStreetMap, ODbL',
])('%s lets everyone pass data on', (name) => {
  expect(isOpenLicence(name)).toBe(true);
});

it.each([
  'All rights reserved',
  'Proprietary',
  'CCTV agreement',
  'Agreement with CCBYX',
  'Not in the public domains of the state',
  'Mitigation project',
  'LicenseRef-x',
])('%s is not known as open', (name) => {
  expect(isOpenLicence(name)).toBe(false);
});
