/** How a request is sent to the atlas's own server. */
export interface RequestOptions {
  /** Default: POST with a body, else GET. */
  readonly method?: 'HEAD' | 'POST' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: object;
  /** Added to the usual headers, or in place of them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout in milliseconds, for all that is sent; 20 000 by default. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Reads the fields that the server does not accept in the text of an answer; default: none. */
  readonly fieldsIn?: (text: string) => readonly string[];
  /** Requests it past the browser's cache, which may hold a damaged document. */
  readonly fresh?: boolean;
  /** Asks for an answer in lines of JSON. Receives it as far as it has come, with each part. */
  readonly onText?: (text: string) => Promise<void>;
  /** After a 429, waits as long as the server says and sends it again, until the timeout. */
  readonly patient?: boolean;
}
