import { startOver } from './start-over.ts';

startOver(process.env);

await import('./start-quickly.ts');
const { ConfigError, readConfig } = await import('./config.ts');

try {
  const config = readConfig(process.env);
  const { openStore } = await import('./store/open.ts');
  // The engine of the embedded database compiles in the background: it can begin while all else is loaded.
  const opening = openStore(config.database);
  opening.catch(() => {});
  const { createService } = await import('./service.ts');
  const service = await createService(config, {}, opening);
  const stop = () => {
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.stdout.write(`listening on ${await service.listen()}\n`);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const isExpected = error instanceof ConfigError || error.name === 'RefusedDocuments' || 'code' in error;
  process.stderr.write(`${isExpected ? error.message : error.stack}\n`);
  process.exit(1);
}
