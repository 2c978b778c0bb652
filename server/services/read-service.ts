import { joinAddress, type LoadFrom } from 'atlas-engine';
import { readEsriAnswer } from './read-esri-answer.ts';
import { readGeoJsonAnswer } from './read-geojson-answer.ts';
import { readListAnswer } from './read-list-answer.ts';
import { SERVICE_LIMITS, ServiceClient } from './service-client.ts';
import type { ActiveService } from './service-settings.ts';

/** A `load` from a service. */
export type ServiceLoad = Extract<LoadFrom, { readonly kind: 'service' }>;

/**
 * Requests all features of a load from a service and returns unchecked GeoJSON features. Throws
 * `ServiceError`.
 */
export async function readService(
  load: ServiceLoad,
  service: ActiveService,
  limits = SERVICE_LIMITS,
): Promise<readonly unknown[]> {
  const client = new ServiceClient(service, limits);
  const address = joinAddress(service.address, load.path);
  switch (load.format) {
    case 'geojson':
      return readGeoJsonAnswer(client, address);
    case 'esri-json':
      return readEsriAnswer(client, address);
    case 'list':
      return readListAnswer(client, address, load);
  }
}
