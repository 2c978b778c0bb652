/**
 * A thread that reads the geometries of queries. Its loops check the time limit of the pool. GEOS
 * takes 0.3 s at most for the 20 000 vertices of a query.
 */
import { serveRequests } from '../../store/serve-requests.ts';
import { parseGeometry, type GeometryText } from './geometry-reader.ts';

serveRequests({ answer: (text) => ({ value: parseGeometry(text as GeometryText) }) });
