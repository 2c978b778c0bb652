import type { AtlasModel } from 'atlas-engine';
import type { ServiceFault } from './service-error.ts';
import type { ActiveService } from './service-settings.ts';

/** How a service that is on stands. */
export interface ServiceState {
  /** How many datasets everyone may see are loaded from it. */
  readonly datasets: number;
  /** Those of them that it did not give when it was last asked, with the reason. */
  readonly failing: Readonly<Record<string, ServiceFault>>;
}

/**
 * What everyone may hear of the services that are on, by id. A service that feeds nothing that
 * everyone may see is left out, as are those that only browsers ask.
 */
export function serviceStates(
  { datasets }: Pick<AtlasModel, 'datasets'>,
  active: ReadonlyMap<string, ActiveService>,
  faults: ReadonlyMap<string, ServiceFault>,
): Readonly<Record<string, ServiceState>> {
  const open = [...datasets.values()].filter(
    ({ cut, permission }) => !cut && permission.view.rank === 0,
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
