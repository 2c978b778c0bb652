/** The kind of failure of an outside service. */
export type ServiceFault =
  'unreachable' | 'timeout' | 'address' | 'status' | 'format' | 'too-large' | 'incomplete';

/**
 * Thrown for a failed request to an outside service. The message contains the address (without keys
 * of the operator), the failure and how to fix it.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly fault: ServiceFault;
  /** The requested address, without keys of the operator. */
  readonly asked: string;
  /** What came instead of the expected answer. */
  readonly came: string;

  constructor(
    fault: ServiceFault,
    { asked, came, help }: { readonly asked: string; readonly came: string; readonly help: string },
  ) {
    super(`Requested ${asked}: ${came}. ${help}`);
    this.fault = fault;
    this.asked = asked;
    this.came = came;
  }

  /** Whether the next request to the same service would probably fail in the same way. */
  get isDown(): boolean {
    return this.fault === 'unreachable' || this.fault === 'timeout';
  }
}
