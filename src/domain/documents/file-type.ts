/** The types of files that are accepted. */
export const fileTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const;
export type FileType = (typeof fileTypes)[number];

const typeByExtension: Record<string, FileType> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heic',
  pdf: 'application/pdf',
};

const otherNames: Record<string, FileType> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/heif': 'image/heic',
};

/** Returns the type that a file name announces by its last extension; undefined for what is not accepted. */
export function typeOfName(filename: string): FileType | undefined {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(filename.trim())?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(typeByExtension, extension) ? typeByExtension[extension] : undefined;
}

/** Returns the type that a media type names, parameters aside; undefined for what is not accepted. */
export function typeOfMime(mime: string): FileType | undefined {
  const essence = mime.split(';', 1)[0]!.trim().toLowerCase();
  if (Object.hasOwn(otherNames, essence)) return otherNames[essence];
  return fileTypes.find((type) => type === essence);
}

/** Returns the extension that fits a type. */
export function extensionOf(type: FileType): string {
  return type === 'image/jpeg' ? 'jpg' : type.slice(type.indexOf('/') + 1);
}
