import written from './data/releases.json' with { type: 'json' };

/** What changed in one release. */
export interface Release {
  version: string;
  /** Calendar date. */
  date: string;
  changes: readonly { type: string; description: string }[];
}

/** All releases, newest first. */
export const releases: readonly Release[] = [...written].sort((one, other) => other.date.localeCompare(one.date));

/** Version of the interface description. */
export const interfaceVersion = releases[0]!.version;
