import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateDocuments } from './documents.ts';
import { generateNegatives } from './negatives.ts';

// node test/ocr-generator/generate.ts --seed 1 --out .data/ocr [--count 200] [--negatives 120]
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: '.data/ocr' },
    count: { type: 'string', default: '200' },
    negatives: { type: 'string', default: '120' },
  },
});
mkdirSync(values.out, { recursive: true });
const documents: unknown[] = [];
for await (const { bytes, ...truth } of generateDocuments(Number(values.seed), Number(values.count))) {
  writeFileSync(join(values.out, truth.file), bytes);
  documents.push(truth);
}
const negatives: string[] = [];
for await (const { bytes, file } of generateNegatives(Number(values.seed), Number(values.negatives))) {
  writeFileSync(join(values.out, file), bytes);
  negatives.push(file);
}
writeFileSync(join(values.out, 'truth.json'), JSON.stringify({ documents, negatives }, null, 2));
