/** Loads datasets again whose stored data cannot be read. */
import type { Dataset } from 'atlas-engine';
import type { LoadReporter } from '../load/load-reporter.ts';
import type { ServerOutput } from './server-output.ts';

/**
 * Reports which stored data cannot be read, loads them with `load`, and reports failures. Returns the
 * loaded datasets.
 */
export async function loadDamaged(
  datasets: readonly Dataset[],
  {
    output,
    report,
    load,
  }: {
    readonly output: Pick<ServerOutput, 'command' | 'namesOf' | 'loadCommand' | 'loads'>;
    readonly report: (line: string) => void;
    readonly load: (datasets: readonly Dataset[], reporter: LoadReporter) => Promise<unknown>;
  },
): Promise<readonly Dataset[]> {
  if (datasets.length === 0) return [];
  report(`The stored data of ${output.namesOf(datasets)} cannot be read. They are loaded again.`);
  const left: Dataset[] = [];
  const loads = output.loads();
  await load(datasets, {
    ...loads,
    failed: (dataset, error) => {
      left.push(dataset);
      loads.failed(dataset, error);
    },
  });
  if (left.length > 0)
    report(
      `The data of ${output.namesOf(left)} are left out. \`${output.loadCommand(left)}\` loads them, \`${output.command('restore', 'DIR')}\` restores a backup.`,
    );
  return datasets.filter((dataset) => !left.includes(dataset));
}
