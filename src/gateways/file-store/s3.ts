import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import type { FileStore } from '../../domain/documents/file-store.port.ts';
import { Failure } from '../../kernel/failure.ts';

/** Where a bucket is, as `FILES_S3_URL` says. */
export interface BucketAddress {
  bucket: string;
  /** In front of every key: empty, or ending in a slash. */
  prefix: string;
  client: S3ClientConfig;
}

/**
 * Reads the address of a bucket: `s3://bucket/prefix?region=eu-central-1` on AWS, or
 * `https://key:secret@host/bucket/prefix?region=…` on any S3-compatible server. Without credentials in it, those of the AWS
 * environment hold. Throws for a text that names no bucket.
 */
export function readBucketAddress(text: string): BucketAddress {
  const url = new URL(text);
  const path = url.pathname.split('/').filter((part) => part !== '');
  const onAws = url.protocol === 's3:';
  const bucket = onAws ? url.hostname : path.shift();
  if (!bucket) throw new Error('the address of the file store names no bucket');
  const client: S3ClientConfig = { region: url.searchParams.get('region') ?? 'us-east-1' };
  if (!onAws) {
    client.endpoint = url.origin;
    client.forcePathStyle = true;
  }
  if (url.username !== '') {
    client.credentials = {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  }
  return { bucket, prefix: path.map((part) => `${decodeURIComponent(part)}/`).join(''), client };
}

/** Keeps files in an S3-compatible bucket. Throws SERVICE_UNAVAILABLE when it refuses or does not answer after three tries. */
export function createS3FileStore(
  address: BucketAddress,
  limits: { connectSeconds: number; seconds: number } = { connectSeconds: 3, seconds: 15 },
): FileStore & { close(): void } {
  const { bucket: Bucket, prefix } = address;
  const client = new S3Client({
    ...address.client,
    maxAttempts: 3,
    // Servers other than AWS do not all know the newer checksums; the sealed file carries an authentication tag of its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connectSeconds * 1000,
      requestTimeout: limits.seconds * 1000,
      throwOnRequestTimeout: true,
    },
  });
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  return {
    put: (key, bytes) =>
      available(async () => {
        await client.send(
          new PutObjectCommand({
            ...at(key),
            Body: bytes,
            ContentType: 'application/octet-stream',
            CacheControl: 'no-store',
          }),
        );
      }),
    get: (key) =>
      available(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand(at(key)));
          return Buffer.from(await Body!.transformToByteArray());
        } catch (error) {
          if ((error as Error).name === 'NoSuchKey') return undefined;
          throw error;
        }
      }),
    delete: (key) =>
      available(async () => {
        await client.send(new DeleteObjectCommand(at(key)));
      }),
    health: () =>
      available(async () => {
        await client.send(new HeadBucketCommand({ Bucket }));
      }),
    close: () => client.destroy(),
  };
}

async function available<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw new Failure('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: 10 });
  }
}
