import { uploadRefused } from './document.ts';
import { type FileType, typeOfMime, typeOfName } from './file-type.ts';

const accepted = 'JPEG, PNG, WebP, HEIC and PDF are accepted';

/** Returns the one type that the name, the declaration and the content of a file agree on; throws INVALID_UPLOAD otherwise. */
export function agreedType(file: { filename: string; mime: string; detected: FileType | undefined }): FileType {
  const named = typeOfName(file.filename);
  const declared = typeOfMime(file.mime);
  if (named === undefined)
    throw uploadRefused('EXTENSION', `The file name does not end in a known extension; ${accepted}.`);
  if (declared === undefined) {
    throw uploadRefused(
      'MIME',
      `The declared type is not accepted; ${accepted}. For a .${extensionHint(named)} file declare ${named}.`,
    );
  }
  if (named !== declared) {
    throw uploadRefused(
      'EXTENSION',
      `The file name says ${named}, but ${declared} was declared. Rename the file or declare its type.`,
    );
  }
  if (file.detected !== declared) {
    const content = file.detected === undefined ? 'of no accepted type' : file.detected;
    throw uploadRefused('MIME', `The file was declared as ${declared}, but its content is ${content}.`);
  }
  return declared;
}

const extensionHint = (type: FileType) => type.slice(type.indexOf('/') + 1);
