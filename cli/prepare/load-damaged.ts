/** Loads datasets again whose stored data cannot be read. */
import type { Dataset } from 'atlas-engine';
import type { LoadTeller } from '../load/load-teller.ts';
import type { ServerOutput } from './server-output.ts';

/**
 * Says which stored data cannot be read, loads them by `load`, and says what could not be loaded.
 * Gives what was loaded.
 */
export async function loadDamaged(
  datasets: readonly Dataset[],
  {
    output,
    tell,
    load,
  }: {
    readonly output: Pick<ServerOutput, 'command' | 'namesOf' | 'loadCommand' | 'loads'>;
    readonly tell: (line: string) => void;
    readonly load: (datasets: readonly Dataset[], teller: LoadTeller) => Promise<unknown>;
  },
): Promise<readonly Dataset[]> {
  if (datasets.length === 0) return [];
  tell(`The stored data of ${output.namesOf(datasets)} cannot be read. They are loaded again.`);
  const left: Dataset[] = [];
  const loads = output.loads();
  await load(datasets, {
    loaded: loads.loaded,
    failed: (dataset, error) => {
      left.push(dataset);
      loads.failed(dataset, error);
    },
  });
  if (left.length > 0)
    tell(
      `The data of ${output.namesOf(left)} are left out. \`${output.loadCommand(left)}\` loads them, \`${output.command('restore', 'DIR')}\` puts a backup back.`,
    );
  return datasets.filter((dataset) => !left.includes(dataset));
}
