/** What a new password must be, with the sentences of Django, which clients of its interface know. */
import { LONGEST_PASSWORD } from './passwords.ts';

const SHORTEST = 8;
/** Shortest name that a password is compared with. */
const SHORTEST_NAME = 4;

/** Passwords that are guessed first, in lower case. */
const COMMON: ReadonlySet<string> = new Set(
  `1234 12345 123456 1234567 12345678 123456789 1234567890 0123456789 11111111 00000000 87654321
  12121212 11223344 password password1 password12 password123 passw0rd p@ssw0rd p@ssword
  motdepasse motdepasse1 azerty azertyui azertyuiop azerty123 qwerty qwertyui qwertyuiop qwerty123
  qwerty12 1q2w3e4r 1qaz2wsx zaq12wsx abcd1234 abc12345 abcdefgh a1b2c3d4 iloveyou jetaime1
  letmein1 welcome1 bienvenue bonjour1 bonjour123 football baseball superman sunshine princess
  trustno1 changeme changeme1 admin123 administrator atlas123 atlas1234 foret123 congo123
  doudou12 loulou12 soleil12 chocolat marseille cameroun kinshasa brazzaville libreville`.split(
    /\s+/,
  ),
);

/** Returns what is wrong with a password by itself, one sentence each. */
export function passwordFaults(password: string): readonly string[] {
  const faults = [];
  if (password.length < SHORTEST)
    faults.push(`This password is too short. It must contain at least ${SHORTEST} characters.`);
  if (password.length > LONGEST_PASSWORD)
    faults.push(`Ensure this field has no more than ${LONGEST_PASSWORD} characters.`);
  if (COMMON.has(password.toLowerCase())) faults.push('This password is too common.');
  if (/^\d+$/.test(password)) faults.push('This password is entirely numeric.');
  return faults;
}

/** Returns the names that a password contains, or that contain it, by what they are. */
export function similarNames(
  password: string,
  names: Readonly<Record<'username' | 'email address', string>>,
): readonly string[] {
  const written = password.toLowerCase();
  return Object.entries(names)
    .filter(([, name]) => {
      const parts = [name, name.split('@')[0]!].map((part) => part.toLowerCase());
      return parts.some(
        (part) =>
          part.length >= SHORTEST_NAME && (written.includes(part) || part.includes(written)),
      );
    })
    .map(([what]) => `The password is too similar to the ${what}.`);
}
