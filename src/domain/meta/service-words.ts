/** The steps of a journey: the operation of each, and what it is for. */
export const flow: readonly (readonly [operation: string, what: string])[] = [
  ['CheckEligibility', 'Find out which authorization a nationality needs for a destination.'],
  ['QuotePricing', 'Show the price before anybody commits; it is held for 30 minutes.'],
  ['ListSchemas', 'Read what the form asks for, and collect the data.'],
  ['ValidateApplication', 'Check the form before money moves.'],
  ['CreateCheckout', 'Make the payment session; the traveler pays on its page.'],
  ['GetPaymentStatus', 'Poll until paid is true. Do not retry the submission meanwhile.'],
  ['SubmitApplication', 'Submit the form with the paid session.'],
  ['GetApplicationStatus', 'Follow the application, or register a webhook.'],
];

/** What every face of the service has to say. */
export const disclaimers: readonly string[] = [
  'This is an independent private service, not a government website and not connected with any government.',
  'Authorizations can be applied for at the authorities themselves, at their own fee.',
  'Government fees are stated apart from the service fee. For DS160 the consular fee is paid by the traveler to the authority.',
  'Answers about eligibility are information from dated sources, not legal advice; the authority decides.',
  'An order can be refunded in full within 7 days of the payment, as long as nothing was submitted.',
];

/** The modes in which the service works. */
export const modes: readonly { mode: string; what: string }[] = [
  {
    mode: 'sandbox',
    what: 'Test payments and a simulated authority. Sandbox keys come from POST /keys; nothing is charged or filed.',
  },
  {
    mode: 'live',
    what: 'Real payments and filings. The first paid checkout earns a live key; partners get theirs from the operator.',
  },
  {
    mode: 'guest',
    what: 'Without a key: eligibility, quote, checkout and submission of one traveler. The guest token of the checkout covers the order.',
  },
];
