/** Errors in the form that WMS clients read: a ServiceException document of their version. */

export type WmsVersion = '1.1.1' | '1.3.0';

export type FaultCode =
  | 'InvalidParameterValue'
  | 'MissingParameterValue'
  | 'OperationNotSupported'
  | 'InvalidFormat'
  | 'InvalidCRS'
  | 'InvalidSRS'
  | 'LayerNotDefined'
  | 'StyleNotDefined'
  | 'NotAuthorised';

/** Constant words: nothing of the request is repeated. */
const WORDS: Readonly<Record<FaultCode, string>> = {
  InvalidParameterValue: 'A parameter has a value that is not allowed.',
  MissingParameterValue: 'A parameter that this operation needs is missing.',
  OperationNotSupported: 'The service answers GetCapabilities, GetMap and GetLegendGraphic.',
  InvalidFormat: 'The service makes image/png only.',
  InvalidCRS: 'The service draws in EPSG:3857, EPSG:4326 and CRS:84.',
  InvalidSRS: 'The service draws in EPSG:3857 and EPSG:4326.',
  LayerNotDefined: 'The service has no such layer.',
  StyleNotDefined: 'The layers have their default style only.',
  NotAuthorised: 'This layer is open to accounts that were granted access.',
};

/** Thrown while a WMS request is read or answered. */
export class WmsFault extends Error {
  readonly code: FaultCode;
  readonly status: 400 | 401 | 403 | 404;

  constructor(code: FaultCode, status: 400 | 401 | 403 | 404 = 400) {
    super(WORDS[code]);
    this.code = code;
    this.status = status;
  }
}

/** The fault that a denial by the policies ends in. */
export function deniedFault(status: 401 | 403 | 404): WmsFault {
  return status === 404
    ? new WmsFault('LayerNotDefined', 404)
    : new WmsFault('NotAuthorised', status);
}

/** The exception document of a fault and its media type. */
export function faultDocument(
  { code, message }: WmsFault,
  version: WmsVersion,
): { readonly body: string; readonly type: string } {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const exception = `<ServiceException code="${code}">${message}</ServiceException>`;
  if (version === '1.1.1') {
    return {
      type: 'application/vnd.ogc.se_xml; charset=utf-8',
      body: `${head}<ServiceExceptionReport version="1.1.1">${exception}</ServiceExceptionReport>\n`,
    };
  }
  return {
    type: 'text/xml; charset=utf-8',
    body: `${head}<ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc">${exception}</ServiceExceptionReport>\n`,
  };
}
