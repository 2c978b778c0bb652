import type { NewMail } from '../../accounts/account.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { isEmail } from '../../accounts/names.ts';

/** Returns a mail to the operators; null if they have no address. */
export function announcement(
  { contactEmail }: Accounts,
  mail: Omit<NewMail, 'email'>,
): NewMail | null {
  return contactEmail !== null && isEmail(contactEmail) ? { ...mail, email: contactEmail } : null;
}
