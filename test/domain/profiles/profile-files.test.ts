import { beforeAll, describe, expect, it } from 'vitest';
import { documentUses } from '../../../src/domain/documents/document.table.ts';
import { findProfiles } from '../../../src/domain/profiles/find-profiles.ts';
import { facePhoto, uploadBody } from '../../support/images.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService();
  key = await service.newKey();
});

const uses = () => service.service.services.db.select().from(documentUses);

describe('the files of a profile', () => {
  it('are noted as needed as long as the profile names them', async () => {
    const body = uploadBody(await facePhoto(), { kind: 'selfie' });
    const selfieUrl = (await service.api.post('/documents', body, { key })).data.url;
    const { id } = (await service.api.post('/profiles', { selfieUrl }, { key })).data;
    expect(await uses()).toMatchObject([{ profileId: id, applicationId: null }]);

    await service.api.patch(`/profiles/${id}`, { firstName: 'Anna' }, { key });
    expect(await uses()).toHaveLength(1);
    await service.api.patch(`/profiles/${id}`, { selfieUrl: null }, { key });
    expect(await uses()).toHaveLength(0);

    await service.api.patch(`/profiles/${id}`, { passportPhotoUrl: selfieUrl }, { key });
    expect(await uses()).toHaveLength(1);
    await service.api.delete(`/profiles/${id}`, { key });
    expect(await uses()).toHaveLength(0);
  });
});

describe('profiles for a form', () => {
  it('are found by id in one statement, and only those of the account', async () => {
    const { services } = service.service;
    const stranger = await service.newKey();
    const mine = (await service.api.post('/profiles', { firstName: 'Anna' }, { key })).data.id;
    const other = (await service.api.post('/profiles', { firstName: 'Ben' }, { key: stranger })).data.id;
    const caller = await services.keyRing.identify(`Bearer ${key}`);
    const found = await findProfiles({ ...services, caller }, [mine, other, mine, 'prf_none']);
    expect([...found.keys()]).toEqual([mine]);
    expect(found.get(mine)?.firstName).toBe('Anna');
  });
});
