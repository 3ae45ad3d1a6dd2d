import { readFileSync } from 'node:fs';

/** What vitest writes of a run, as far as it is counted. */
interface Run {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

const [failedSteps = '0', ...files] = process.argv.slice(2);
const runs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Run);
const passed = runs.reduce((sum, run) => sum + run.numPassedTests, 0);
/** Files that failed before or outside of their tests count as one failure each. */
const brokenFiles = (run: Run): number =>
  run.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
const counted = runs.reduce((sum, run) => sum + run.numFailedTests + brokenFiles(run), 0);
const failed = counted === 0 ? Number(failedSteps) : counted;

process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
