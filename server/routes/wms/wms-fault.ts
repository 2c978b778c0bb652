/** Errors in the form of WMS clients: a ServiceException document in their version. */
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

/** The fixed texts of errors, which repeat nothing of the request. */
const WORDS: Readonly<Record<FaultCode, string>> = {
  InvalidParameterValue: 'A parameter has a value that is not allowed.',
  MissingParameterValue: 'A parameter that this operation needs is missing.',
  OperationNotSupported:
    'The service supports GetCapabilities, GetMap, GetFeatureInfo and GetLegendGraphic.',
  InvalidFormat:
    'The service does not support this format; GetCapabilities lists the supported ones.',
  InvalidCRS: 'The service supports EPSG:3857, EPSG:4326 and CRS:84.',
  InvalidSRS: 'The service supports EPSG:3857 and EPSG:4326.',
  InvalidPoint: 'The point is outside the picture.',
  LayerNotDefined: 'The service does not have this layer; GetCapabilities lists its layers.',
  LayerNotQueryable: 'This layer has no attributes to query.',
  StyleNotDefined: 'The layers have their default style only.',
  NotAuthorised: 'Only accounts with permission may see this layer.',
  NoApplicableCode: 'The service failed to answer.',
};

/** Thrown while a WMS request is read or answered. */
export class WmsFault extends Error {
  readonly code: FaultCode;
  readonly status: number;

  /** `detail` describes the error without repeating anything of the request. */
  constructor(
    code: FaultCode,
    { status = 400, detail }: { status?: number; detail?: string } = {},
  ) {
    super(detail ?? WORDS[code]);
    this.code = code;
    this.status = status;
  }
}

/** Returns the WMS error for a denial by the policies. */
export function deniedFault(status: 401 | 403 | 404): WmsFault {
  return new WmsFault(status === 404 ? 'LayerNotDefined' : 'NotAuthorised', { status });
}

/** Returns the exception document of an error, and its media type. */
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
