import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { ReadingOutcome } from '../../src/domain/ocr/passport-reader.port.ts';
import { transliterate } from '../../src/domain/ocr/transliteration.ts';
import { createLocalReader } from '../../src/gateways/passport-reader/local.ts';
import { startOver } from '../../src/start-over.ts';
import type { GeneratedDocument } from '../ocr-generator/documents.ts';
import { openTesseract } from './ocr/tesseract.ts';

// Measures the passport reader on a set that nobody has seen: exactness, refusals, time, memory and the event loop.
// Runs under the allocator that the service starts with. BENCH_SEED repeats a set; BENCH_COUNT makes it smaller. Processor time is printed beside the clock's: a shared machine
// stretches the latter, and its load is printed for that. The reader has one thread: it never uses more than one core.
startOver(process.env);
const seed = Number(process.env.BENCH_SEED ?? Math.floor(Math.random() * 1e6));
const count = Number(process.env.BENCH_COUNT ?? 200);
const memoryRun = Math.round(count * 2.5);

type Document = Omit<GeneratedDocument, 'bytes'>;

interface Measured {
  document: Document;
  outcome: ReadingOutcome;
  ms: number;
  cpuMs: number;
}

/** Resident memory after each image. */
const memory: number[] = [];
const megabytes = (bytes = 0): string => `${Math.round(bytes / 1e6)} MB`;
const dir = await mkdtemp(join(tmpdir(), 'ocr-'));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const load = (file: string): Uint8Array => new Uint8Array(readFileSync(join(dir, file)));
const reader = createLocalReader({ clock: { now: () => new Date() }, threads: 1, deadlineMs: 120_000 });

try {
  print(`seed ${seed}: ${count} documents, ${Math.round(count * 0.6)} papers without a zone`);
  // Drawn by a process of its own, so that its memory is not taken for the reader's.
  const generator = join(import.meta.dirname, '../ocr-generator/generate.ts');
  const negativesCount = Math.round(count * 0.6);
  execFileSync(process.execPath, [
    generator,
    '--seed',
    `${seed}`,
    '--out',
    dir,
    '--count',
    `${count}`,
    '--negatives',
    `${negativesCount}`,
  ]);
  const { documents, negatives } = JSON.parse(readFileSync(join(dir, 'truth.json'), 'utf8')) as {
    documents: Document[];
    negatives: string[];
  };
  const bare = process.memoryUsage().rss;
  await reader.read(load(documents[0]!.file));
  print(`${cpus()[0]?.model}, ${availableParallelism()} processors, load of the last minute ${loadOfMachine()}`);

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const utilization = performance.eventLoopUtilization();
  const measured: Measured[] = [];
  for (const document of documents) measured.push({ document, ...(await measure(document.file)) });
  delay.disable();
  const busy = performance.eventLoopUtilization(utilization).utilization;
  for (const level of ['L1', 'L2', 'L3', 'L4', 'L5'])
    report(
      level,
      measured.filter((one) => one.document.level === level),
    );
  report(
    'L1-L3',
    measured.filter((one) => one.document.level <= 'L3'),
  );
  report('all', measured);
  print(
    `event loop while reading: delay p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, busy ${(busy * 100).toFixed(1)}%; load of the last minute ${loadOfMachine()}`,
  );

  const answered: string[] = [];
  const refusals: number[] = [];
  for (const file of negatives) {
    const { outcome, cpuMs } = await measure(file);
    refusals.push(cpuMs);
    if (outcome.kind === 'read') answered.push(file);
  }
  print(
    `papers without a zone: ${negatives.length}, answered ${answered.length} ${answered.join(' ')}, ${times(refusals)} cpu`,
  );

  const files = [...documents.map((document) => document.file), ...negatives];
  for (let i = 0; memory.length < memoryRun; i++) await measure(files[i % files.length]!);
  const steady = memory.slice(memoryRun / 2).sort((a, b) => a - b);
  print(
    `memory of the process over ${memoryRun} images, ${megabytes(bare)} before the first; second half: median ${megabytes(steady[steady.length >> 1])}, highest ${megabytes(steady.at(-1))}`,
  );
  await compare(measured.filter((one, i) => i % 4 === 0 && one.document.expect === 'read'));
} finally {
  await reader.close();
  await rm(dir, { recursive: true });
}

function loadOfMachine(): string {
  return loadavg()[0]!.toFixed(1);
}

async function measure(file: string): Promise<{ outcome: ReadingOutcome; ms: number; cpuMs: number }> {
  const bytes = load(file);
  const started = performance.now();
  const before = process.cpuUsage();
  const outcome = await reader.read(bytes);
  const { user, system } = process.cpuUsage(before);
  memory.push(process.memoryUsage().rss);
  return { outcome, ms: performance.now() - started, cpuMs: (user + system) / 1000 };
}

/** Every character of every line. */
function isExact({ outcome, document }: Measured): boolean {
  return outcome.kind === 'read' && outcome.reading.lines.join() === document.lines.join();
}

function report(name: string, all: Measured[]): void {
  const readable = all.filter((one) => one.document.expect === 'read');
  const verified = all.filter((one) => one.outcome.kind === 'read' && one.outcome.reading.verified);
  const places = readable.filter((one) => one.document.placeOfBirth !== null);
  const right = places.filter(
    (one) =>
      one.outcome.kind === 'read' &&
      letters(one.outcome.reading.placeOfBirth?.value) === letters(one.document.placeOfBirth),
  );
  const exact = readable.filter(isExact).length;
  print(
    [
      name.padEnd(6),
      `exact ${exact}/${readable.length} (${((100 * exact) / Math.max(1, readable.length)).toFixed(1)}%)`,
      `verified ${verified.length}, of them wrong ${verified.filter((one) => !isExact(one)).length}`,
      `place of birth ${right.length}/${places.length}`,
      `${times(all.map((one) => one.ms))}, ${times(all.map((one) => one.cpuMs))} cpu`,
    ].join('  '),
  );
}

/** Compares places without accents: what the print's small marks are is beyond the recogniser. */
function letters(text: string | null | undefined): string {
  return transliterate((text ?? '').normalize('NFD').replace(/\p{M}/gu, '')).replaceAll('<', '');
}

function times(values: number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  return `p50 ${at(0.5)} p95 ${at(0.95)} ms`;
}

/** The same images through tesseract.js, every fourth of them: it takes seconds for each. */
async function compare(sample: Measured[]): Promise<void> {
  const tesseract = await openTesseract();
  const spent: number[] = [];
  let exact = 0;
  for (const { document } of sample) {
    const started = performance.now();
    const text = await tesseract.read(Buffer.from(load(document.file)));
    spent.push(performance.now() - started);
    if (document.lines.every((line) => text.includes(line))) exact++;
  }
  await tesseract.close();
  print(
    `beside tesseract.js on ${sample.length} of the same images: exact ${exact}, this reader ${sample.filter(isExact).length}; ${times(spent)}`,
  );
}
