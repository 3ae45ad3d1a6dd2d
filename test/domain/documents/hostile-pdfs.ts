import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { facePhoto } from '../../support/images.ts';
import { type HostileFile, marker } from './hostile-images.ts';

/** Makes a small PDF; `change` may add to it. */
export async function makePdf(
  pages = 1,
  change?: (pdf: PDFDocument) => void | Promise<void>,
  objectStreams = false,
): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) pdf.addPage([300, 400]).drawText(`Page ${page + 1}`, { x: 40, y: 300 });
  await change?.(pdf);
  return Buffer.from(await pdf.save({ useObjectStreams: objectStreams }));
}

/** Writes a PDF by hand: objects as they are, without a cross-reference table, which readers rebuild. */
function byHand(...objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  objects.forEach((object, at) => {
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n'));
  });
  parts.push(Buffer.from(`trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n0\n%%EOF\n`));
  return Buffer.concat(parts);
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>';

function stream(dictionary: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

const action = (pdf: PDFDocument, fields: Record<string, string>) =>
  pdf.catalog.set(
    PDFName.of('OpenAction'),
    pdf.context.obj({
      ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, PDFString.of(value)])),
      S: fields.S!,
    }),
  );

/** Makes every hostile PDF of the corpus. */
export async function hostilePdfs(): Promise<HostileFile[]> {
  const plain = await makePdf();
  const file = (name: string, bytes: Buffer, outcome: HostileFile['outcome']): HostileFile => ({
    name,
    filename: 'file.pdf',
    mime: 'application/pdf',
    bytes,
    outcome,
  });
  const photo = (await facePhoto({ width: 600, height: 700 })).bytes;
  const located = await sharp(photo)
    .withExif({ IFD0: { Artist: marker } })
    .jpeg()
    .toBuffer();
  const zip = Buffer.from(`PK\x03\x04${marker}`);
  const withAction = (fields: Record<string, string>) => makePdf(1, (pdf) => void action(pdf, fields));

  return [
    file(
      'a PDF that runs a script when it opens',
      await withAction({ S: 'JavaScript', JS: `app.alert("${marker}")` }),
      'CORRUPT',
    ),
    file('a PDF with a named script', await makePdf(1, (pdf) => void pdf.addJavaScript('a', marker)), 'CORRUPT'),
    file(
      'a PDF with a script in an object stream',
      await makePdf(1, (pdf) => void pdf.addJavaScript('a', marker), true),
      'CORRUPT',
    ),
    file('a PDF that starts a program', await withAction({ S: 'Launch', F: 'cmd.exe' }), 'CORRUPT'),
    file('a PDF that sends a form', await withAction({ S: 'SubmitForm', F: 'https://example.com' }), 'CORRUPT'),
    file('a PDF that opens another file', await withAction({ S: 'GoToR', F: 'other.pdf' }), 'CORRUPT'),
    file(
      'a PDF with an attachment',
      await makePdf(1, (pdf) => pdf.attach(Buffer.from(marker), 'a.exe', { mimeType: 'application/x-msdownload' })),
      'CORRUPT',
    ),
    file(
      'a PDF with a dynamic form',
      await makePdf(
        1,
        (pdf) => void pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ XFA: PDFString.of(marker) })),
      ),
      'CORRUPT',
    ),
    file(
      'a PDF whose script hides behind an escaped name',
      byHand(`<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /J#61vaScript /J#53 (${marker}) >> >>`, pages, page),
      'CORRUPT',
    ),
    file(
      'a PDF with rich media',
      byHand(catalog, pages, page.replace('>>', '/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>] >>')),
      'CORRUPT',
    ),
    file('a PDF with two headers', Buffer.concat([Buffer.from('%PDF-1.4\n'), plain]), 'CORRUPT'),
    file('two PDFs in one file', Buffer.concat([plain, plain]), 'CORRUPT'),
    file('a PDF followed by a ZIP', Buffer.concat([plain, zip]), 'CORRUPT'),
    file('a PDF behind a script', Buffer.concat([Buffer.from(`<script>${marker}</script>\n`), plain]), 'MIME'),
    file('a truncated PDF', plain.subarray(0, plain.length / 2), 'CORRUPT'),
    file('a PDF without pages', byHand(catalog, '<< /Type /Pages /Kids [] /Count 0 >>'), 'CORRUPT'),
    file('a PDF of 21 pages', await makePdf(21), 'SIZE'),
    file(
      'a PDF with a password',
      await makePdf(1, (pdf) => void pdf.encrypt({ userPassword: 'x', ownerPassword: 'y' })),
      'CORRUPT',
    ),
    file(
      'a PDF whose object stream unpacks to 500 MB',
      byHand(
        catalog,
        pages,
        page,
        stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(Buffer.alloc(500_000_000, '1 '))),
      ),
      'SIZE',
    ),
    file(
      'a PDF whose object stream hides behind an escaped name',
      byHand(
        catalog,
        pages,
        page,
        stream('/Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode', deflateSync(Buffer.alloc(100_000_000))),
      ),
      'SIZE',
    ),
    file(
      'a PDF whose object stream has an indirect type',
      byHand(
        catalog,
        pages,
        page,
        '/ObjStm',
        stream('/Type 4 0 R /N 1 /First 4 /Filter /FlateDecode', deflateSync(Buffer.alloc(100_000_000))),
      ),
      'CORRUPT',
    ),
    file(
      'a PDF whose page unpacks to 500 MB',
      byHand(
        catalog,
        pages,
        page.replace('>>', '/Contents 4 0 R >>'),
        stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(500_000_000))),
      ),
      'SIZE',
    ),
    file(
      'a PDF whose page is packed twice',
      byHand(
        catalog,
        pages,
        page.replace('>>', '/Contents 4 0 R >>'),
        stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(Buffer.alloc(500_000_000)))),
      ),
      'SIZE',
    ),
    file('a PDF with arrays 200,000 deep', byHand(catalog, pages, page, '['.repeat(200_000)), 'CORRUPT'),
    file(
      'a PDF whose pages go round in a circle',
      byHand(catalog, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>'),
      'CORRUPT',
    ),
    file(
      'a PDF with a payload in a comment',
      Buffer.concat([plain.subarray(0, 9), Buffer.from(`%${marker}\n`), plain.subarray(9)]),
      'kept',
    ),
    file(
      'a PDF with a payload that no page shows',
      byHand(catalog, pages, page, `(${marker})`, stream('', zip)),
      'kept',
    ),
    file('a PDF with a description', await makePdf(1, (pdf) => pdf.setAuthor(marker)), 'kept'),
    file(
      'a PDF with a photo that names its maker',
      await makePdf(1, async (pdf) => void pdf.getPage(0).drawImage(await pdf.embedJpg(located))),
      'kept',
    ),
    file('HTML named and declared as PDF', Buffer.from(`<html>${marker}</html>`), 'MIME'),
  ];
}
