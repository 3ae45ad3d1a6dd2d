import { once } from 'node:events';
import type PDFDocument from 'pdfkit';
import { countryName } from '../../kernel/country.ts';
import type { Context } from '../../projections/perform.ts';
import type { Route } from '../routes.ts';
import { writeFile } from './safe-file.ts';

/** What a confirmation says. */
export interface Confirmation {
  applicationId: string;
  mode: 'sandbox' | 'live';
  productName: string;
  destinations: readonly string[];
  number: string;
  validFrom: string;
  validUntil: string;
  firstName: string | null;
  lastName: string | null;
  passportNumber: string | null;
  nationality: string | null;
  authorityReference: string | null;
  decidedAt: Date;
}

/** Returns what was granted to the owner; throws NOT_FOUND for everybody else. */
export type ReadAuthorization = (
  ctx: Context,
  request: { applicationId: string; guestToken: string | null },
) => Promise<Confirmation>;

/** Makes the route that serves the confirmation of a granted authorization as a PDF. */
export function authorizationPdfRoute(read: ReadAuthorization): Route {
  return {
    method: 'GET',
    path: '/api/v1/agent/applications/:id/authorization.pdf',
    access: 'KEY_OR_GUEST_TOKEN',
    async handle(arrival, tools) {
      const guestToken = new URLSearchParams(arrival.query).get('guest_token');
      const confirmation = await read(await tools.context(), { applicationId: arrival.params.id ?? '', guestToken });
      writeFile(arrival, {
        bytes: await drawConfirmation(confirmation),
        type: 'application/pdf',
        filename: `authorization-${confirmation.applicationId}.pdf`,
      });
    },
  };
}

const margin = 56;
const disclaimer =
  'This page is made by an independent private service, not by a government. It repeats what the authority decided; the ' +
  "authority's own record is what counts. An authorization to travel does not guarantee admission at the border.";

/** Draws the confirmation: one page, the same bytes for the same authorization. */
export async function drawConfirmation(confirmation: Confirmation): Promise<Buffer> {
  const { default: Pdf } = await import('pdfkit');
  const pdf = new Pdf({
    size: 'A4',
    margin,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${confirmation.productName} ${confirmation.number}`,
      Producer: 'visa-agent-service',
      Creator: 'visa-agent-service',
      CreationDate: confirmation.decidedAt,
      ModDate: confirmation.decidedAt,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, 'end');
  draw(pdf, confirmation);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function draw(pdf: typeof PDFDocument.prototype, confirmation: Confirmation): void {
  pdf.font('Helvetica-Bold').fontSize(20).text('Travel authorization granted');
  pdf.moveDown(0.3).font('Helvetica').fontSize(12).fillColor('#444444').text(confirmation.productName);
  if (confirmation.mode === 'sandbox') {
    pdf
      .moveDown(0.8)
      .font('Helvetica-Bold')
      .fontSize(12)
      .fillColor('#b00020')
      .text('SANDBOX: made for a test. No authority granted anything.');
  }
  const name = [confirmation.firstName, confirmation.lastName].filter((part) => part !== null).join(' ');
  const lines: [string, string | null][] = [
    ['Authorization number', confirmation.number],
    ['Valid from', confirmation.validFrom],
    ['Valid until', confirmation.validUntil],
    ['Destination', confirmation.destinations.map(countryName).join(', ')],
    ['Traveler', name],
    ['Passport number', confirmation.passportNumber],
    ['Nationality', confirmation.nationality && countryName(confirmation.nationality)],
    ["Authority's reference", confirmation.authorityReference],
    ['Decided', `${confirmation.decidedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['Application', confirmation.applicationId],
  ];
  pdf.moveDown(1.5).fillColor('#000000');
  for (const [label, value] of lines) {
    if (!value) continue;
    const { y } = pdf;
    pdf.font('Helvetica').fontSize(11).fillColor('#444444').text(label, margin, y, { width: 160 });
    pdf
      .font('Helvetica-Bold')
      .fillColor('#000000')
      .text(printable(value), margin + 170, y, { width: 310 });
    pdf.moveDown(0.5);
  }
  pdf.moveDown(2).font('Helvetica').fontSize(9).fillColor('#444444').text(disclaimer, margin, pdf.y, { width: 480 });
}

/** Letters that Unicode does not take apart into a plain letter and a mark. */
const plain: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Œ: 'OE',
  œ: 'oe',
  Ħ: 'H',
  ħ: 'h',
};

/** The built-in fonts have Latin letters of Western Europe; any other letter loses its marks, or becomes a question mark. */
function printable(text: string): string {
  return [...text]
    .map((letter) => {
      if (/[\u0020-\u007e\u00a0-\u00ff]/.test(letter)) return letter;
      const bare = plain[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
      return /^[\u0020-\u007e]+$/.test(bare) ? bare : '?';
    })
    .join('');
}
