import { meaningOf } from 'atlas-engine';
import { present } from 'atlas-engine/runtime';
import { describe, expect, it } from 'vitest';
import * as neutralStyle from '../../../server/access/neutral-style.ts';
import * as errors from '../../../server/http/errors.ts';
import * as featureJson from '../../../server/routes/geodata/feature-json.ts';
import * as drawFeatures from '../../../server/drawing/draw-features.ts';
import * as drawRaster from '../../../server/drawing/draw-raster.ts';
import * as findInfo from '../../../server/routes/wms/find-info.ts';
import * as writeValue from '../../../server/routes/wms/write-value.ts';
import * as queryGeometry from '../../../server/store/query-geometry.ts';
import { moduleText, unnoticedMutants } from '../mutants/unnoticed.ts';
import { checkFindInfo } from './find-info-checks.ts';

checkFindInfo(findInfo, { describe, it });

describe('the checks of the WMS at a point', () => {
  it('notice every change of a condition, a comparison, a constant or a text', async () => {
    const modules = [await moduleText('server/routes/wms/find-info.ts')];
    const { count, unnoticed } = await unnoticedMutants(modules, checkFindInfo, {
      'atlas-engine': { meaningOf },
      'atlas-engine/runtime': { present },
      '../../access/neutral-style.ts': { ...neutralStyle },
      '../../http/errors.ts': { ...errors },
      '../../store/query-geometry.ts': { ...queryGeometry },
      '../geodata/feature-json.ts': { ...featureJson },
      '../../drawing/draw-features.ts': { ...drawFeatures },
      '../../drawing/draw-raster.ts': { ...drawRaster },
      './write-value.ts': { ...writeValue },
    });
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(50);
  });
});
