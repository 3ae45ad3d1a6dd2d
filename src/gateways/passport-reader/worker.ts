import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { ReadingOutcome } from '../../domain/ocr/passport-reader.port.ts';
import { readDocument } from './read-document.ts';
import { loadModels } from './text/models.ts';

/** What a reading thread is asked. */
export interface ReadRequest {
  id: number;
  image: Uint8Array;
  today: string;
}

/** What a reading thread answers. A failure names the kind of error only: its message may quote the document. */
export type ReadAnswer = { id: number; outcome: ReadingOutcome } | { id: number; failure: string };

const port = parentPort;
if (port === null) throw new Error('The reading thread runs as a worker only.');
// Pixels and tensors lie outside the heap, where the collector hardly sees them: without being asked it lets several images pile up.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const models = loadModels();
// A failure to load is told with the first answer.
models.catch(() => {});

port.on('message', (request: ReadRequest) => {
  void answer(request).then((message) => {
    port.postMessage(message);
    collect();
  });
});

async function answer({ id, image, today }: ReadRequest): Promise<ReadAnswer> {
  try {
    return { id, outcome: await readDocument(await models, image, today) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.name : 'unknown' };
  }
}
