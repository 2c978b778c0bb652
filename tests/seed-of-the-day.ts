/**
 * The seed of tests with random inputs: the date as a number such as 20261124, so that each day has
 * other inputs. The last lines of a run print it; `ATLAS_SEED=20261124` repeats a day.
 */
export const SEED_OF_THE_DAY = Number(
  process.env['ATLAS_SEED'] || new Date().toISOString().slice(0, 10).replaceAll('-', ''),
);
