import { checkAccess } from './check-access.ts';
import { checkClasses } from './check-classes.ts';
import { checkCompiledStyle } from './check-compiled-style.ts';
import { checkConjunctions } from './check-conjunctions.ts';
import { checkDatasets } from './check-datasets.ts';
import { checkDeclaredValues } from './check-declared-values.ts';
import { checkExplore } from './check-explore.ts';
import { checkFields } from './check-fields.ts';
import { checkFeeds } from './check-feeds.ts';
import { checkFiles } from './check-files.ts';
import { checkFonts } from './check-fonts.ts';
import { checkFoundData } from './check-found-data.ts';
import { checkPublished } from './check-published.ts';
import { checkLanguages } from './check-languages.ts';
import { checkFeedNames } from './check-feed-names.ts';
import { checkLandColors } from './check-land-colors.ts';
import { checkLegends } from './check-legends.ts';
import { checkLicences } from './check-licences.ts';
import { checkNames } from './check-names.ts';
import { checkPanel } from './check-panel.ts';
import { checkPictures } from './check-pictures.ts';
import { checkRegion } from './check-region.ts';
import { checkSourceFiles } from './check-source-files.ts';
import { checkSources } from './check-sources.ts';
import { checkStops } from './check-stops.ts';
import { checkComparedValues } from './check-values.ts';
import { checkVisible } from './check-visible.ts';
import { checkWhole } from './check-whole.ts';
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
