/** Errors in the form that WMS clients read: a ServiceException document of their version. */
import { element } from './xml.ts';

export type WmsVersion = '1.1.1' | '1.3.0';

export type FaultCode =
  | 'InvalidParameterValue'
  | 'MissingParameterValue'
  | 'OperationNotSupported'
  | 'InvalidFormat'
  | 'InvalidCRS'
  | 'InvalidSRS'
  | 'InvalidPoint'
  | 'LayerNotDefined'
  | 'LayerNotQueryable'
  | 'StyleNotDefined'
  | 'NotAuthorised'
  | 'NoApplicableCode';

/** Constant words: nothing of the request is repeated. */
const WORDS: Readonly<Record<FaultCode, string>> = {
  InvalidParameterValue: 'A parameter has a value that is not allowed.',
  MissingParameterValue: 'A parameter that this operation needs is missing.',
  OperationNotSupported:
    'The service answers GetCapabilities, GetMap, GetFeatureInfo and GetLegendGraphic.',
  InvalidFormat: 'The service does not answer in this format; GetCapabilities lists those it has.',
  InvalidCRS: 'The service draws in EPSG:3857, EPSG:4326 and CRS:84.',
  InvalidSRS: 'The service draws in EPSG:3857 and EPSG:4326.',
  InvalidPoint: 'The point lies outside the picture.',
  LayerNotDefined: 'The service has no such layer; GetCapabilities lists those it has.',
  LayerNotQueryable: 'This layer has nothing to tell beside its picture.',
  StyleNotDefined: 'The layers have their default style only.',
  NotAuthorised: 'This layer is open to accounts that were granted access.',
  NoApplicableCode: 'The service failed to answer.',
};

/** Thrown while a WMS request is read or answered. */
export class WmsFault extends Error {
  readonly code: FaultCode;
  readonly status: number;

  /** `detail` says what is wrong in words that repeat nothing of the request. */
  constructor(
    code: FaultCode,
    { status = 400, detail }: { status?: number; detail?: string } = {},
  ) {
    super(detail ?? WORDS[code]);
    this.code = code;
    this.status = status;
  }
}

/** The fault that a denial by the policies ends in. */
export function deniedFault(status: 401 | 403 | 404): WmsFault {
  return new WmsFault(status === 404 ? 'LayerNotDefined' : 'NotAuthorised', { status });
}

/** The exception document of a fault and its media type. */
export function faultDocument(
  { code, message }: WmsFault,
  version: WmsVersion,
): { readonly body: string; readonly type: string } {
  const namespace: Record<string, string> =
    version === '1.3.0' ? { xmlns: 'http://www.opengis.net/ogc' } : {};
  const exception = element('ServiceException', { code }, message);
  const { xml } = element('ServiceExceptionReport', { version, ...namespace }, exception);
  return {
    type: `${version === '1.3.0' ? 'text/xml' : 'application/vnd.ogc.se_xml'}; charset=utf-8`,
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`,
  };
}
