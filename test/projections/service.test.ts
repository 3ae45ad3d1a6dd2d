import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';

const { api, newKey } = await startService();

describe('the service', () => {
  it('refuses what is not there in the envelope, with the request id in header and body', async () => {
    const answer = await api.get('/nothing');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
    expect(answer.body._meta.request_id).toBe(answer.headers.get('x-request-id'));
  });

  it('issues a key and recognizes it', async () => {
    const key = await newKey();
    const answer = await api.get('/me', { key });
    expect(answer.status).toBe(200);
    expect(answer.data.key.prefix).toBe(key.slice(0, 14));
  });

  it('names the nearest known field for one that it does not know, and does nothing', async () => {
    const answer = await api.post('/keys', { nme: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.error.code).toBe('INVALID_REQUEST');
    expect(answer.error.hint).toContain('name');
    expect(answer.error.details.nme.code).toBe('UNKNOWN_FIELD');
  });
});
