/**
 * A thread that reads the geometries of questions. Its loops look at the clock of the pool; what GEOS
 * is asked of the 20 000 vertices that a question may have takes 0.3 s at most.
 */
import { parseWkt } from '../../geometry/index.ts';
import { serveRequests } from '../../store/serve-requests.ts';

serveRequests({ answer: (text) => ({ value: parseWkt(text as string) }) });
