import type { AtlasModel } from 'atlas-engine';
import type { ServiceState } from 'atlas-engine/http';
import type { ServiceFault } from './service-error.ts';
import type { ActiveService } from './service-settings.ts';

/**
 * Returns the public state of the services that are on, by id. Services without public datasets are
 * left out, and so are services that only browsers use.
 */
export function serviceStates(
  { datasets }: Pick<AtlasModel, 'datasets'>,
  active: ReadonlyMap<string, ActiveService>,
  faults: ReadonlyMap<string, ServiceFault>,
): Readonly<Record<string, ServiceState>> {
  const open = [...datasets.values()].filter(
    ({ within, permission }) => !within && permission.view.rank === 0,
  );
  const states = [...active.keys()].map((id) => {
    const fed = open.filter(({ load }) => load.kind === 'service' && load.service.id === id);
    const failing = fed.flatMap((dataset) => {
      const fault = faults.get(dataset.id);
      return fault ? [[dataset.id, fault] as const] : [];
    });
    return [id, { datasets: fed.length, failing: Object.fromEntries(failing) }] as const;
  });
  return Object.fromEntries(states.filter(([, state]) => state.datasets > 0));
}
