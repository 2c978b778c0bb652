/** Sends errors from the preparing process to the server, where they have the same class again. */
import { present } from 'atlas-engine/runtime';
import { ConfigFileError, ConfigFolderError } from '../../server/config/config-folder-error.ts';
import { SettingsError } from '../../server/config/settings.ts';
import { UnreadableData } from 'atlas-engine/readers';
import { ServiceSettingError } from '../../server/services/service-settings.ts';
import { StoreDamaged } from '../../server/store/damage.ts';
import { StoreBusy, StoreFull, StoreUnavailable } from '../../server/store/writer.ts';
import { UsageError } from '../common/command.ts';
import { InputError } from '../common/input-error.ts';
import type { CrossingError } from './jobs.ts';

const CLASSES: readonly { readonly prototype: Error; readonly name: string }[] = [
  ConfigFileError,
  ConfigFolderError,
  InputError,
  ServiceSettingError,
  SettingsError,
  StoreBusy,
  StoreDamaged,
  StoreFull,
  StoreUnavailable,
  UnreadableData,
  UsageError,
];

export function sendError(error: unknown): CrossingError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {} };
  const { name, message, stack, cause: _cause, ...fields } = { ...error, ...shown(error) };
  return present({ name, message, stack, fields });
}

function shown({ name, message, stack }: Error): Pick<Error, 'name' | 'message' | 'stack'> {
  return present({ name, message, stack });
}

export function receiveError({ name, message, stack, fields }: CrossingError): Error {
  const known = CLASSES.find((one) => one.name === name);
  const error = new Error(message);
  if (known) Object.setPrototypeOf(error, known.prototype);
  return Object.assign(error, { ...fields, name }, stack !== undefined && { stack });
}
