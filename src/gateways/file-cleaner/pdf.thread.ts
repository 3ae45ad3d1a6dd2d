import { parentPort, workerData } from 'node:worker_threads';
import { cleanPdf } from './clean-pdf.ts';

const { bytes, maxPages } = workerData as { bytes: Uint8Array; maxPages: number };
parentPort!.postMessage(await cleanPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), maxPages));
