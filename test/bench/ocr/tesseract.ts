import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM } from 'tesseract.js';

const data = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
);

/** A general reader to compare with. */
export interface GeneralReader {
  /** Returns all text of an image, without spaces. */
  read(image: Buffer): Promise<string>;
  close(): Promise<void>;
}

/** Opens tesseract.js with its English data from the installed package, held to the characters of the zone. */
export async function openTesseract(): Promise<GeneralReader> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath: data, gzip: true, cacheMethod: 'none' });
  const parameters = {
    tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
    // Its remarks on every image would stand between the figures.
    debug_file: '/dev/null',
  };
  await worker.setParameters(parameters);
  return {
    read: async (image) => (await worker.recognize(image, { rotateAuto: true })).data.text.replace(/[^\S\n]+/g, ''),
    close: async () => void (await worker.terminate()),
  };
}
