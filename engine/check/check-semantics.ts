import { checkAreas } from './data/check-areas.ts';
import { checkAccess } from './data/check-access.ts';
import { checkClasses } from './values/check-classes.ts';
import { checkCompiledStyle } from './style/check-compiled-style.ts';
import { checkConjunctions } from './values/check-conjunctions.ts';
import { checkConsents } from './data/check-consents.ts';
import { checkDatasets } from './data/check-datasets.ts';
import { checkDeclaredValues } from './values/check-declared-values.ts';
import { checkExplore } from './data/check-explore.ts';
import { checkFields } from './data/check-fields.ts';
import { checkFeeds } from './data/check-feeds.ts';
import { checkFiles } from './data/check-files.ts';
import { checkFonts } from './style/check-fonts.ts';
import { checkFoundData } from './data/check-found-data.ts';
import { checkPublished } from './data/check-published.ts';
import { checkLanguages } from './style/check-languages.ts';
import { checkFeedNames } from './data/check-feed-names.ts';
import { checkLandColors } from './style/check-land-colors.ts';
import { checkLegends } from './style/check-legends.ts';
import { checkLicences } from './data/check-licences.ts';
import { checkNames } from './style/check-names.ts';
import { checkPanel } from './style/check-panel.ts';
import { checkPictures } from './style/check-pictures.ts';
import { checkRegion } from './data/check-region.ts';
import { checkSourceFiles } from './data/check-source-files.ts';
import { checkSources } from './data/check-sources.ts';
import { checkStops } from './values/check-stops.ts';
import { checkComparedValues } from './values/check-values.ts';
import { checkVisible } from './data/check-visible.ts';
import { checkWhole } from './data/check-whole.ts';
import { sublayersOf, type CheckContext } from './context.ts';

/**
 * Runs every semantic check on a resolved model. The style is only compiled and validated when the
 * model has no errors so far. Errors of the model would be reported again as errors of the style.
 */
export function checkSemantics(parts: Omit<CheckContext, 'drawn'>): void {
  const context: CheckContext = { ...parts, drawn: sublayersOf(parts.model) };
  checkSources(context);
  checkFeedNames(context);
  checkSourceFiles(context);
  checkFields(context);
  checkComparedValues(context);
  checkDeclaredValues(context);
  checkConjunctions(context);
  checkClasses(context);
  checkStops(context);
  checkDatasets(context);
  checkFoundData(context);
  checkRegion(context);
  checkLanguages(context);
  checkFeeds(context);
  checkWhole(context);
  checkLicences(context);
  checkAccess(context);
  checkConsents(context);
  checkAreas(context);
  checkExplore(context);
  checkVisible(context);
  checkLegends(context);
  checkLandColors(context);
  checkPanel(context);
  checkNames(context);
  checkFiles(context);
  checkPictures(context);
  checkPublished(context);
  checkFonts(context);
  checkCompiledStyle(context);
}
