/**
 * A thread that reads the geometries of clients. Its loops check the time limit of the pool. GEOS
 * takes 0.3 s at most for the 20 000 vertices of a query.
 */
import { serveRequests } from '../../store/serve-requests.ts';
import { runGeometryTask, type GeometryTask } from './geometry-tasks.ts';

serveRequests({ answer: (task) => ({ value: runGeometryTask(task as GeometryTask) }) });
