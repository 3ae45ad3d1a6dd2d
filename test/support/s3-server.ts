import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small S3: one bucket, path-style addresses, Signature Version 4, objects in memory, faults on demand. */
export interface S3Server {
  /** The address for `FILES_S3_URL`. */
  url: string;
  objects: Map<string, Buffer>;
  /** Number of requests with a valid signature so far. */
  requests: number;
  /** Answers the next requests with these statuses instead. */
  faults: number[];
  close(): Promise<void>;
}

const accessKeyId = 'test-key';
const secret = 'test-secret/with+signs';
const bucket = 'uploads';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** Recomputes the signature of a request (AWS General Reference, "Signature Version 4 signing process"). */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!parts || parts[1] !== accessKeyId) return false;
  const [, , date, region, names, signature] = parts as unknown as string[];
  const stated = String(request.headers['x-amz-content-sha256']);
  if (stated !== 'UNSIGNED-PAYLOAD' && stated !== sha256(body)) return false;
  const url = new URL(request.url!, 'http://s3');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const headers = names!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), names, stated].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date!), region!), 's3'), 'aws4_request');
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

/** Starts the server on a free port. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const state = { requests: 0, faults: [] as number[] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const answer = (status: number, code?: string) => {
      const text = code && request.method !== 'HEAD' ? `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` : '';
      response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': 'test' }).end(text);
    };
    const fault = state.faults.shift();
    if (fault !== undefined) return answer(fault, fault === 503 ? 'SlowDown' : 'InternalError');
    if (!isSigned(request, body)) return answer(403, 'SignatureDoesNotMatch');
    state.requests += 1;
    const [, name, ...rest] = decodeURIComponent(new URL(request.url!, 'http://s3').pathname).split('/');
    if (name !== bucket) return answer(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (request.method === 'PUT') {
      objects.set(key, body);
      response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`);
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    if (key === '') return answer(200);
    const found = objects.get(key);
    if (!found) return answer(404, 'NoSuchKey');
    response.writeHead(200, { 'content-length': found.length, etag: '"x"' }).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://${accessKeyId}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/kept?region=eu-central-1`,
    objects,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
