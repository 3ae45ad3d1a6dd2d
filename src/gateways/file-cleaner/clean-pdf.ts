import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';
import type { Uncleanable } from '../../domain/documents/file-cleaner.port.ts';
import { withoutMetadata } from './jpeg-segments.ts';
import { outlineProblem } from './pdf-outline.ts';

/** Keys whose mere presence makes a PDF active or carry files (ISO 32000-1, 7.11.4, 12.5 to 12.7). */
const activeKeys = new Set(['JS', 'JavaScript', 'EF', 'EmbeddedFiles', 'XFA', 'RichMediaContent', 'RichMediaSettings']);

/** Actions that run, send, load or open something (ISO 32000-1, table 198). Links within the document and to the web are none. */
const activeActions = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
  'Rendition',
  'Movie',
  'Sound',
  'GoTo3DView',
  'RichMediaExecute',
]);

const activeTypes = new Set(['EmbeddedFile', 'FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D']);

/** Keys that describe a document instead of showing it. */
const describing = ['Metadata', 'PieceInfo', 'AA'].map((key) => PDFName.of(key));

/**
 * Reads a PDF and writes its pages into a new one: what no page shows is left behind, scripts, attachments and other active content
 * refuse the file, and descriptions of it and of its pictures are taken off. Runs in a thread of its own: a file may take long.
 */
export async function cleanPdf(
  file: Buffer,
  maxPages: number,
): Promise<{ ok: true; bytes: Uint8Array; pages: number } | { ok: false; reason: Uncleanable }> {
  const problem = outlineProblem(file);
  if (problem) return { ok: false, reason: problem };
  try {
    const source = await PDFDocument.load(file, {
      ignoreEncryption: true,
      parseSpeed: ParseSpeeds.Fastest,
      updateMetadata: false,
      throwOnInvalidObject: true,
    });
    if (source.isEncrypted) return { ok: false, reason: 'encrypted' };
    for (const [, object] of source.context.enumerateIndirectObjects()) {
      const found = inspect(object);
      if (found) return { ok: false, reason: found };
    }
    const pages = source.getPageCount();
    if (pages === 0) return { ok: false, reason: 'undecodable' };
    if (pages > maxPages) return { ok: false, reason: 'too_many_pages' };
    const target = await PDFDocument.create({ updateMetadata: false });
    for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
    return { ok: true, bytes: await target.save({ useObjectStreams: false, addDefaultPage: false }), pages };
  } catch {
    return { ok: false, reason: 'undecodable' };
  }
}

/** Looks through one object and all that it holds itself; takes descriptions off on the way. */
function inspect(root: PDFObject): Uncleanable | undefined {
  const waiting: PDFObject[] = [root];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFInvalidObject) return 'undecodable';
    const dictionary = object instanceof PDFStream ? object.dict : object;
    if (dictionary instanceof PDFArray) waiting.push(...dictionary.asArray());
    if (!(dictionary instanceof PDFDict)) continue;
    for (const [key, value] of dictionary.entries()) {
      const name = key.decodeText();
      if (activeKeys.has(name)) return 'active_content';
      if (value instanceof PDFName) {
        const word = value.decodeText();
        if (name === 'S' && activeActions.has(word)) return 'active_content';
        if ((name === 'Type' || name === 'Subtype') && activeTypes.has(word)) return 'active_content';
      } else waiting.push(value);
    }
    for (const key of describing) dictionary.delete(key);
    if (object instanceof PDFRawStream && dictionary.get(PDFName.of('Filter')) === PDFName.of('DCTDecode')) {
      const plain = withoutMetadata(object.contents);
      (object as { contents: Uint8Array }).contents = plain;
      dictionary.delete(PDFName.of('Length'));
    }
  }
  return undefined;
}
