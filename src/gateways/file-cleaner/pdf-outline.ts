import { inflateSync } from 'node:zlib';
import type { Uncleanable } from '../../domain/documents/file-cleaner.port.ts';

/** How far the streams of one PDF may expand, in bytes. */
const limits = {
  /** Object and cross-reference streams together: they become objects in memory. */
  structure: 16 * 1024 * 1024,
  /** Any one stream, e.g. the pixels of a scanned page. */
  stream: 100 * 1024 * 1024,
  /** All streams together. */
  file: 200 * 1024 * 1024,
};

const whitespace = new Set([0, 9, 10, 12, 13, 32]);

/**
 * Looks over a PDF without parsing it: one header at the very beginning, nothing after the last end mark, no stream that expands
 * beyond bounds. What passes can be parsed in bounded memory. Returns why it may not be, or undefined.
 */
export function outlineProblem(file: Buffer): Uncleanable | undefined {
  if (file.indexOf('%PDF-') !== 0) return 'undecodable';
  if (file.indexOf('%PDF-', 5) !== -1) return 'several_headers';
  const end = file.lastIndexOf('%%EOF');
  if (end === -1) return 'undecodable';
  for (let at = end + 5; at < file.length; at += 1) {
    if (!whitespace.has(file[at]!)) return 'trailing_bytes';
  }
  return expansionProblem(file);
}

function expansionProblem(file: Buffer): Uncleanable | undefined {
  const left = { ...limits };
  let from = 0;
  for (let at = file.indexOf('stream'); at !== -1; at = file.indexOf('stream', at + 6)) {
    const isEnd = file.toString('latin1', at - 3, at) === 'end';
    if (!isEnd) {
      const problem = streamProblem(dictionaryBefore(file, from, at), file.subarray(afterKeyword(file, at)), left);
      if (problem) return problem;
    }
    from = at + 6;
  }
  return undefined;
}

/** The text between two stream keywords, with name escapes (#4f) resolved; a dictionary longer than 64 kB is none. */
function dictionaryBefore(file: Buffer, from: number, at: number): string {
  return file
    .toString('latin1', Math.max(from, at - 65_536), at)
    .replace(/#([0-9a-fA-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A stream begins after the keyword and one line end (ISO 32000-1, 7.3.8.1). */
function afterKeyword(file: Buffer, at: number): number {
  let start = at + 6;
  if (file[start] === 13) start += 1;
  if (file[start] === 10) start += 1;
  return start;
}

function streamProblem(dictionary: string, data: Buffer, left: typeof limits): Uncleanable | undefined {
  const filters =
    dictionary.match(/\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL|ASCII85Decode|A85|ASCIIHexDecode|AHx)\b/g) ??
    [];
  const structure = /\/(?:ObjStm|XRef)\b/.test(dictionary);
  // A type that is written indirectly, and filters on filters, have no use but to hide what a stream is.
  if (/\/Type(?![A-Za-z0-9])(?!\s*\/)/.test(dictionary)) return 'undecodable';
  if (structure && filters.some((filter) => !/\/(?:FlateDecode|Fl)$/.test(filter))) return 'undecodable';
  if (filters.filter((filter) => /\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)$/.test(filter)).length > 1) {
    return 'expands_too_far';
  }
  if (!filters.some((filter) => /\/(?:FlateDecode|Fl)$/.test(filter))) return undefined;
  const most = Math.min(structure ? left.structure : left.stream, left.file);
  try {
    const size = inflateSync(data, { maxOutputLength: most }).length;
    left.file -= size;
    if (structure) left.structure -= size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return 'expands_too_far';
    if (structure) return 'undecodable';
  }
  return undefined;
}
