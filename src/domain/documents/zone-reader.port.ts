/** The machine-readable zone of a passport page, as it was read. */
export interface ReadZone {
  /** Every check digit is right. */
  valid: boolean;
  /** The two or three lines of the zone, corrections applied. Kept sealed, for the comparison with forms. */
  lines: string[];
}

/** Reads the machine-readable zone of a picture. */
export interface ZoneReader {
  /** Returns the zone; undefined when the picture has none that can be read. Throws when it cannot tell now. */
  read(picture: Uint8Array): Promise<ReadZone | undefined>;
}
