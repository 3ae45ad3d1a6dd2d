import { readConfig } from '../../../src/config.ts';
import { createService } from '../../../src/service.ts';
import { reportComputingTime } from './measured.ts';

const service = await createService(readConfig(process.env));
reportComputingTime(await service.listen());
process.once('SIGTERM', () => service.close().finally(() => process.exit(0)));
