import { parentPort } from 'node:worker_threads';

/** A reading thread that does what the first byte of the image says: 1 answers, 2 fails, 3 dies, 4 never answers. */
parentPort!.on('message', ({ id, image }: { id: number; image: Uint8Array }) => {
  if (image[0] === 1) parentPort!.postMessage({ id, outcome: { kind: 'no_zone' } });
  if (image[0] === 2) parentPort!.postMessage({ id, failure: 'TypeError' });
  if (image[0] === 3) throw new Error('dies');
});
