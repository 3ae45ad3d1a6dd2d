import { GraphQLError } from 'graphql';
import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import { createUploadLink } from './create-upload-link.ts';
import type { DocumentCheck, documentKinds, FillableFields, UploadedDocument } from './document.ts';
import { afterLink, afterUpload, describeDocument, describeLink } from './document-words.ts';
import { getDocument } from './get-document.ts';
import type { FileContent } from './read-file-content.ts';
import { uploadDocument } from './upload-document.ts';
import type { UploadLink } from './upload-link.ts';

builder.scalarType('FileContent', {
  description: 'The content of a file in base64, at most 10 MiB decoded. Over multipart it is the file itself.',
  serialize: () => {
    throw new GraphQLError('the content of a file is read at its URL');
  },
  parseValue: (value) => {
    if (typeof value === 'string' || value instanceof Uint8Array) return value as FileContent;
    throw new GraphQLError('must be base64 text');
  },
});

const DocumentKindType = builder.enumType('DocumentKind', {
  description: 'What a file shows; decides which checks are made.',
  values: {
    passport_bio_page: { description: 'The page of the passport with the photo and the lines at the bottom.' },
    applicant_photo: { description: 'A visa photo: head and shoulders before a plain light background.' },
    selfie: { description: 'A photo that the traveler took.' },
    supporting: { description: 'Any other document.' },
  } satisfies Record<(typeof documentKinds)[number], { description: string }>,
});

const DocumentCheckType = builder.objectRef<DocumentCheck>('DocumentCheck').implement({
  description: 'One thing that was looked at in a file.',
  fields: (t) => ({
    check: t.exposeString('check', {
      description:
        'What was looked at: format, resolution, sharpness, brightness, proportions, background or readable_zone.',
    }),
    ok: t.exposeBoolean('ok', { description: 'Whether it will do.' }),
    message: t.exposeString('message', { description: 'What the traveler can do about it.' }),
  }),
});

const FillableFieldsType = builder.objectRef<FillableFields>('FillableFields').implement({
  description: 'Form fields of a product that a document can fill.',
  fields: (t) => ({
    visaType: t.exposeString('visaType', { description: 'The product.' }),
    fields: t.exposeStringList('fields', { description: 'Names of fields of its form; the one for the URL first.' }),
  }),
});

const DocumentType = builder.objectRef<UploadedDocument>('Document').implement({
  description: 'An uploaded file, as it is kept: written anew, upright, without location and other metadata.',
  fields: (t) => ({
    documentId: t.exposeString('id', { description: 'Id of the document.' }),
    url: t.exposeString('url', { description: 'URL for file fields of forms; only the owner can read it.' }),
    kind: t.expose('kind', { type: DocumentKindType, description: 'What the file shows, as the uploader said.' }),
    mime: t.exposeString('type', { description: 'Type of the kept file; HEIC is kept as JPEG.' }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Size of the kept file.' }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the kept file, in hex.' }),
    width: t.exposeInt('width', { nullable: true, description: 'Width in pixels; null for a PDF.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height in pixels; null for a PDF.' }),
    pages: t.exposeInt('pages', { nullable: true, description: 'Pages of a PDF; null for a picture.' }),
    checks: t.expose('checks', {
      type: [DocumentCheckType],
      description: 'What was looked at, and whether it will do.',
    }),
    fills: t.expose('fills', { type: [FillableFieldsType], description: 'The form fields it can fill, by product.' }),
    answer: t.string({ description: 'The outcome in one or two sentences.', resolve: describeDocument }),
    nextStep: t.field({ type: NextStepType, description: 'What to do next.', resolve: afterUpload }),
  }),
});

const UploadLinkType = builder.objectRef<UploadLink>('UploadLink').implement({
  description: 'A link with which one file can be uploaded in a browser, once and within 15 minutes.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Id of the link.' }),
    uploadUrl: t.exposeString('uploadUrl', { description: 'The page for the traveler. Whoever has it can upload.' }),
    kind: t.expose('kind', { type: DocumentKindType, description: 'What is to be uploaded.' }),
    documentId: t.exposeString('documentId', { description: 'Id that the document will have.' }),
    documentUrl: t.exposeString('documentUrl', { description: 'URL for the form; usable once the file is uploaded.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the link can be used.' }),
    answer: t.string({ description: 'What to do with the link, in one sentence.', resolve: describeLink }),
    nextStep: t.field({ type: NextStepType, description: 'What to do next.', resolve: afterLink }),
  }),
});

const guestToken = 'Guest token from the checkout; needed without an API key.';

const UploadDocumentInput = builder.inputType('UploadDocumentInput', {
  fields: (t) => ({
    filename: t.string({ required: true, description: 'Name of the file with its extension.' }),
    mime: t.string({ required: true, description: 'Type of the file.' }),
    content: t.field({ type: 'FileContent', required: true, description: 'Content of the file.' }),
    kind: t.field({
      type: DocumentKindType,
      required: true,
      defaultValue: 'supporting',
      description: 'What it shows.',
    }),
    applicationId: t.string({ description: 'The application it belongs to, when there is one already.' }),
    guestToken: t.string({ description: guestToken }),
  }),
});

const CreateUploadLinkInput = builder.inputType('CreateUploadLinkInput', {
  fields: (t) => ({
    kind: t.field({ type: DocumentKindType, required: true, description: 'What is to be uploaded.' }),
    applicationId: t.string({ description: 'The application it belongs to, when there is one already.' }),
    guestToken: t.string({ description: guestToken }),
  }),
});

builder.mutationField('uploadDocument', (t) =>
  t.field({
    type: DocumentType,
    access: 'GUEST_OR_KEY',
    description: 'Uploads a file and checks whether it will do.',
    args: { input: t.arg({ type: UploadDocumentInput, required: true }) },
    resolve: (_root, { input }, ctx) => uploadDocument(ctx, input),
  }),
);

builder.mutationField('createUploadLink', (t) =>
  t.field({
    type: UploadLinkType,
    access: 'GUEST_OR_KEY',
    description: 'Makes a link with which a traveler uploads one file in a browser.',
    args: { input: t.arg({ type: CreateUploadLinkInput, required: true }) },
    resolve: (_root, { input }, ctx) => createUploadLink(ctx, input),
  }),
);

builder.queryField('document', (t) =>
  t.field({
    type: DocumentType,
    access: 'KEY_OR_GUEST_TOKEN',
    description: 'An uploaded file of the caller, without its content.',
    args: {
      id: t.arg.string({ required: true, description: 'Id of the document.' }),
      guestToken: t.arg.string({ description: guestToken }),
    },
    resolve: (_root, request, ctx) => getDocument(ctx, request),
  }),
);
