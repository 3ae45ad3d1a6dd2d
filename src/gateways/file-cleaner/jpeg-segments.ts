/** Segments that a decoder needs or may use: JFIF, the colour profile and Adobe's colour transform. The other APPn describe. */
const keptApplicationSegments = new Set([0xe0, 0xe2, 0xee]);

/** Returns a JPEG stream without Exif, XMP, comments and other descriptions; the coded picture itself is not touched. */
export function withoutMetadata(jpeg: Uint8Array): Uint8Array {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return jpeg;
  const parts: Uint8Array[] = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1]!;
    if (marker === 0xda) break;
    const end = at + 2 + jpeg[at + 2]! * 256 + jpeg[at + 3]!;
    const describes = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && !keptApplicationSegments.has(marker));
    if (!describes) parts.push(jpeg.subarray(at, end));
    at = end;
  }
  parts.push(jpeg.subarray(at));
  return Buffer.concat(parts);
}
