/** What went wrong with an outside service. */
export type ServiceFault =
  'unreachable' | 'timeout' | 'address' | 'status' | 'format' | 'too-large' | 'incomplete';

/**
 * An outside service did not give what it was asked for. The message says what was asked, what came
 * and what to do; keys that the operator put into the address are not in it.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly fault: ServiceFault;

  constructor(
    fault: ServiceFault,
    { asked, came, help }: { readonly asked: string; readonly came: string; readonly help: string },
  ) {
    super(`Asked for ${asked}: ${came}. ${help}`);
    this.fault = fault;
  }

  /** Whether the next question to the same service would only wait for the same end. */
  get isDown(): boolean {
    return this.fault === 'unreachable' || this.fault === 'timeout';
  }
}
