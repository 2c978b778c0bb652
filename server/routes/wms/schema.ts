/** The schema of the WMS for `/api/openapi.json`. Parameter names are case-insensitive. */
import { INFO_FORMATS, MAX_LAYERS, MAX_PIXELS } from './parameters.ts';

const text = (description: string) => ({ type: 'string', description }) as const;
const number = (description: string, range: object = {}) => ({
  type: 'integer',
  description,
  minimum: 1,
  ...range,
});
const size = { maximum: MAX_PIXELS };

export const WMS_SCHEMA = {
  summary: 'Web Map Service 1.1.1 and 1.3.0: pictures, values at a point, legends.',
  produces: ['text/xml', 'application/vnd.ogc.wms_xml', 'image/png', 'image/jpeg', ...INFO_FORMATS],
  // The media types for versions 1.3.0 and 1.1.1.
  faults: ['text/xml', 'application/vnd.ogc.se_xml'],
  querystring: {
    type: 'object',
    properties: {
      SERVICE: { ...text('The only service here.'), enum: ['WMS'] },
      VERSION: { ...text('Version of the standard.'), enum: ['1.1.1', '1.3.0'], default: '1.3.0' },
      REQUEST: {
        ...text('The operation, with or without `Get`.'),
        enum: ['GetCapabilities', 'GetMap', 'GetFeatureInfo', 'GetLegendGraphic'],
      },
      LAYERS: text(`Names separated by commas, the lowest first; at most ${MAX_LAYERS}.`),
      STYLES: text('Empty, or `default` for each layer.'),
      CRS: text('In 1.3.0: EPSG:3857, EPSG:4326 (latitude first) or CRS:84.'),
      SRS: text('In 1.1.1: EPSG:3857 or EPSG:4326 (longitude first).'),
      BBOX: text('Lower and upper corner in the order of the axes.'),
      WIDTH: number('Pixels.', size),
      HEIGHT: number('Pixels.', size),
      FORMAT: { ...text('Format of a picture or legend.'), enum: ['image/png', 'image/jpeg'] },
      TRANSPARENT: {
        ...text('Whether pixels without data are transparent (PNG only).'),
        enum: ['TRUE', 'FALSE'],
        default: 'FALSE',
      },
      BGCOLOR: { ...text('Colour of pixels without data.'), default: '0xFFFFFF' },
      EXCEPTIONS: text(
        'How a fault of GetMap is reported: XML, INIMAGE or BLANK; in 1.1.1 application/vnd.ogc.se_xml, se_inimage or se_blank.',
      ),
      QUERY_LAYERS: text('GetFeatureInfo: some of the names in LAYERS.'),
      INFO_FORMAT: { ...text('GetFeatureInfo: format of the answer.'), enum: INFO_FORMATS },
      FEATURE_COUNT: number('GetFeatureInfo: maximum features of each layer.', { default: 1 }),
      I: number('GetFeatureInfo 1.3.0: pixels from the left.', { minimum: 0 }),
      J: number('GetFeatureInfo 1.3.0: pixels from the top.', { minimum: 0 }),
      X: number('GetFeatureInfo 1.1.1: pixels from the left.', { minimum: 0 }),
      Y: number('GetFeatureInfo 1.1.1: pixels from the top.', { minimum: 0 }),
      LAYER: text('GetLegendGraphic: one name.'),
      STYLE: text('GetLegendGraphic: empty or `default`.'),
      LEGEND_OPTIONS: text('GetLegendGraphic: `forceLabels:on` or `forceLabels:off`.'),
      LANGUAGE: text('Language of texts; default: that of the client, else of the atlas.'),
      V: text('GetMap: the version in addresses of the map.'),
    },
  },
} as const;
