import type { PersistedDocument } from '../document.ts';

/** A value that a field of a request may have, by the name of the field. */
const values: Record<string, unknown> = {
  nationality: 'DE',
  destination: 'US',
  visa_type: 'ESTA',
  email: 'traveler@example.com',
  processing_speed: 'standard',
  add_ons: ['photo_review'],
  num_travelers: 1,
  currency: 'eur',
  payment_session_id: 'cs_sandbox_xhW3q0nS8m2bJv5kTz1yLr7c',
  form_data: { first_name: 'ANNA', last_name: 'MUSTER', passport_number: 'C01X00T47', email: 'traveler@example.com' },
  filename: 'passport.jpg',
  mime: 'image/jpeg',
  base64: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA==',
  imageBase64: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA==',
  kind: 'passport_bio_page',
  callback_url: 'https://agency.example/webhooks/visa',
  events: ['status_change', 'visa_approved'],
  name: 'Trip planner',
  firstName: 'ANNA',
  lastName: 'MUSTER',
  dateOfBirth: '1988-04-12',
  passportNumber: 'C01X00T47',
  passportExpiry: '2031-05-01',
  gender: 'F',
  application_id: 'app_01m7wd6p3s000e7srjtx8fh9dy',
  outcome: 'paid',
  advance_seconds: 86_400,
};

/** Makes the example of a request: what must be given, and what is usually given; undefined where nothing is known. */
export function exampleOf({ variables, rest }: PersistedDocument): Record<string, unknown> | undefined {
  const example: Record<string, unknown> = {};
  for (const { name, required } of variables.values()) {
    if (rest?.pathVariables.includes(name)) continue;
    if (name in values) example[name] = values[name];
    else if (required) return undefined;
  }
  return Object.keys(example).length === 0 ? undefined : example;
}
