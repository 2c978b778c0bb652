/** A mail as it is sent. Nothing that a visitor wrote is in `subject` or `to`. */
export interface OutgoingMail {
  /**
   * A name that is unique for this atlas and the same at each attempt, so that mail servers recognise
   * a mail that arrives twice.
   */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails, or keeps them. Rejects when a mail could not be sent. */
export interface MailSender {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
