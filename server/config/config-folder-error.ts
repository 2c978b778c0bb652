/**
 * The reasons why a configuration folder cannot be read. `empty` means that it contains no YAML.
 */
export const FOLDER_FAULTS = ['gone', 'empty', 'unreadable', 'being-written'] as const;

export type FolderFault = (typeof FOLDER_FAULTS)[number];

/** Thrown for a folder that cannot be read as a configuration. The message says how to fix it. */
export class ConfigFolderError extends Error {
  override readonly name: string = 'ConfigFolderError';
  readonly fault: FolderFault;

  constructor(message: string, fault: FolderFault = 'unreadable') {
    super(message);
    this.fault = fault;
  }
}

/**
 * Thrown for a file of the configuration that cannot be read. The message contains its name, which
 * may be restricted.
 */
export class ConfigFileError extends ConfigFolderError {
  override readonly name = 'ConfigFileError';
}
