import type { FileType } from './file-type.ts';

/** What can be measured of a picture without knowing what it shows. */
export interface PictureMeasures {
  /** Strength of the finest detail at a long side of 1000 pixels: above 20 crisp, below 6 blurred. */
  sharpness: number;
  /** Mean brightness from 0 to 255. */
  brightness: number;
  /** Share of the pixels around the upper edge that have about one colour, from 0 to 1. */
  plainShare: number;
  /** Brightness of that colour, from 0 to 255. */
  backgroundBrightness: number;
  /** What stands out from that colour: its share of the picture, where it begins from above, its centre from the left; all from 0 to 1. */
  subject: { share: number; top: number; centre: number };
}

/** Why a file cannot be made safe. */
export type Uncleanable =
  | 'undecodable'
  | 'too_many_pixels'
  | 'too_many_pages'
  | 'expands_too_far'
  | 'too_slow'
  | 'encrypted'
  | 'active_content'
  | 'several_headers'
  | 'trailing_bytes';

/** A file of which no byte is the sender's: decoded and written anew, upright, without metadata. */
export interface CleanFile {
  ok: true;
  bytes: Buffer;
  /** HEIC becomes JPEG; every other type stays. */
  type: FileType;
  width: number | null;
  height: number | null;
  pages: number | null;
  /** Null for a PDF. */
  measures: PictureMeasures | null;
}

/** Makes uploads harmless, off the event loop, in bounded memory and time. */
export interface FileCleaner {
  /** Tells the type that the first bytes of a file announce; undefined when it is none that the service accepts. */
  detect(bytes: Uint8Array): Promise<FileType | undefined>;
  /** Decodes a file of the given type and writes it anew. Throws SERVICE_UNAVAILABLE when too many are waiting. */
  clean(bytes: Uint8Array, type: FileType): Promise<CleanFile | { ok: false; reason: Uncleanable }>;
}
