/** A thread that reads the geometries of questions. */
import { parseWkt } from '../../geometry/index.ts';
import { serveRequests } from '../../store/serve-requests.ts';

serveRequests(
  (text) => ({ value: parseWkt(text as string) }),
  () => undefined,
);
