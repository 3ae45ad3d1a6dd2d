/** What a caller is told about one kind of expected failure. */
export interface FailureKind {
  /** HTTP status of the answer. */
  status: number;
  /** What happened, in one plain sentence. */
  meaning: string;
  /** What the caller should do about it. */
  action: string;
  /** Whether the same request can succeed later without being changed. */
  retryable: boolean;
}

/** Every expected failure of the service, by code: the error catalogue that `/errors` serves. */
export const failureKinds = {
  INVALID_REQUEST: {
    status: 400,
    meaning: 'A field is missing, unknown, of the wrong type or out of its range.',
    action: 'Correct the field that the error names and send the request again.',
    retryable: false,
  },
  INVALID_JSON: {
    status: 400,
    meaning: 'The body is not valid JSON.',
    action: 'Send one JSON object as the body.',
    retryable: false,
  },
  UNSUPPORTED_CURRENCY: {
    status: 400,
    meaning: 'The service cannot charge in that currency.',
    action: 'Choose one of the currencies that the details list.',
    retryable: false,
  },
  UNKNOWN_ADD_ON: {
    status: 400,
    meaning: 'An add-on does not exist.',
    action: 'Choose from the add-ons that the details list.',
    retryable: false,
  },
  INVALID_UPLOAD: {
    status: 400,
    meaning: 'The file is of a kind, size or condition that cannot be accepted.',
    action: 'Send a JPEG, PNG, WebP, HEIC or PDF file of at most 10 MiB whose name, type and content agree.',
    retryable: false,
  },
  INVALID_IMAGE: {
    status: 400,
    meaning: 'The image is missing, not decodable or too large.',
    action: 'Send one base64 image of at most 10 MiB and 50 megapixels.',
    retryable: false,
  },
  INVALID_CALLBACK_URL: {
    status: 400,
    meaning: 'The callback URL is not a public https address.',
    action: 'Give an https URL whose host resolves to public addresses only.',
    retryable: false,
  },
  INVALID_SIGNATURE: {
    status: 400,
    meaning: 'The signature is missing, wrong, older than 5 minutes, or from the future.',
    action: 'Sign the bytes of the body as they are sent, with the secret of this endpoint and the present time.',
    retryable: false,
  },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    meaning: 'The Idempotency-Key header is not 1 to 255 printable characters.',
    action: 'Use a random identifier such as a UUID.',
    retryable: false,
  },
  AUTHENTICATION_REQUIRED: {
    status: 401,
    meaning: 'This call needs an API key.',
    action: 'Get a sandbox key with POST /keys and send it as "Authorization: Bearer <key>".',
    retryable: false,
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'The API key is malformed, unknown, expired or revoked.',
    action: 'Check the key, or get a new one with POST /keys.',
    retryable: false,
  },
  GUEST_TOKEN_REQUIRED: {
    status: 401,
    meaning: 'This call needs an API key or the guest token of the order.',
    action: 'Send the guest_token that POST /checkout returned.',
    retryable: false,
  },
  PAYMENT_NOT_VERIFIED: {
    status: 402,
    meaning: 'The payment session does not exist or is not paid.',
    action: 'Poll /payment-status until paid is true, then send the request again.',
    retryable: true,
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    meaning: 'The API key may not do this.',
    action: 'Use a key that has the scope which the details name.',
    retryable: false,
  },
  MULTI_TRAVELER_REQUIRES_KEY: {
    status: 403,
    meaning: 'Guests submit one traveler at a time.',
    action: 'Get an API key with POST /keys to submit several travelers or to use saved profiles.',
    retryable: false,
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'There is nothing here, or it is not yours.',
    action: 'Check the path and the identifier, and that the key or guest token is the one that owns it.',
    retryable: false,
  },
  COUNTRY_NOT_FOUND: {
    status: 404,
    meaning: 'No country has that code.',
    action: 'Use an ISO 3166-1 alpha-2 code such as DE or US.',
    retryable: false,
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    action: 'Use a method that the Allow header lists.',
    retryable: false,
  },
  ALREADY_SUBMITTED: {
    status: 409,
    meaning: 'The application was already submitted.',
    action: 'Follow it with GET /status/{id}; it can no longer be edited, cancelled or refunded here.',
    retryable: false,
  },
  ALREADY_REFUNDED: {
    status: 409,
    meaning: 'The order was already refunded.',
    action: 'Nothing is left to do; the money is on its way back.',
    retryable: false,
  },
  INVALID_TRANSITION: {
    status: 409,
    meaning: 'The application cannot move from its present status to that one.',
    action: 'Read its status first; the details list the moves that are allowed.',
    retryable: false,
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    meaning: 'The idempotency key was used before with a different request.',
    action: 'Use a new key for a new request, and the same key only for the same request.',
    retryable: false,
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    meaning: 'The first request with this idempotency key is still running.',
    action: 'Wait as long as Retry-After says and send the same request again.',
    retryable: true,
  },
  KEY_ALREADY_CLAIMED: {
    status: 409,
    meaning: 'The live key that this checkout earned was already issued.',
    action: 'Use that key; keys are shown once and cannot be shown again.',
    retryable: false,
  },
  WEBHOOK_DISABLED: {
    status: 409,
    meaning: 'The webhook endpoint is disabled, so nothing is delivered to it.',
    action: 'Enable it with the GraphQL mutation updateWebhook, then send the request again.',
    retryable: false,
  },
  QUOTE_EXPIRED: {
    status: 409,
    meaning: 'The held quote is no longer valid.',
    action: 'Ask for a new quote and show the traveler its price.',
    retryable: false,
  },
  QUOTE_CHANGED: {
    status: 409,
    meaning: 'The checkout does not match the held quote.',
    action: 'Check out exactly what was quoted, or ask for a new quote.',
    retryable: false,
  },
  CONFIRMATION_INVALID: {
    status: 409,
    meaning: 'The confirmation is not for this call, is older than 10 minutes, or was used before.',
    action: 'Call again without it, ask the traveler once more, and confirm what is then stated.',
    retryable: false,
  },
  PROMO_CODE_TAKEN: {
    status: 409,
    meaning: 'The promo code belongs to a partner already.',
    action: 'Choose another code.',
    retryable: false,
  },
  GUEST_SESSION_EXPIRED: {
    status: 410,
    meaning: 'The guest session has expired.',
    action: 'Contact support with the order id; with an API key, access does not expire.',
    retryable: false,
  },
  REFUND_WINDOW_EXPIRED: {
    status: 410,
    meaning: 'More than 7 days have passed since the payment.',
    action: 'A refund is no longer possible through the API.',
    retryable: false,
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than this endpoint accepts.',
    action: 'Send at most 1 MiB, or 15 MiB to the upload endpoints.',
    retryable: false,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The content type is not accepted here.',
    action: 'Send application/json; /documents also accepts multipart/form-data.',
    retryable: false,
  },
  VISA_NOT_OPEN: {
    status: 422,
    meaning: 'This authorization is not open for application yet. No payment is taken for it.',
    action: 'Read the requirements page and come back when it opens.',
    retryable: false,
  },
  VALIDATION_FAILED: {
    status: 422,
    meaning: 'The form data does not satisfy the form of the product.',
    action: 'Correct every field in details, check with POST /validate, and submit again.',
    retryable: false,
  },
  VISA_TYPE_MISMATCH: {
    status: 422,
    meaning: 'The payment was made for another product.',
    action: 'Submit the product that was paid for, or check out the other one.',
    retryable: false,
  },
  TRAVELER_COUNT_MISMATCH: {
    status: 422,
    meaning: 'The number of travelers differs from the number that was paid for.',
    action: 'Send exactly as many travelers as the checkout had.',
    retryable: false,
  },
  DOCUMENT_MISMATCH: {
    status: 422,
    meaning: 'The form contradicts the uploaded passport.',
    action: 'Correct the field, or confirm in confirmations which value is right.',
    retryable: false,
  },
  ORDER_NOT_PAID: {
    status: 422,
    meaning: 'The order is not paid, so there is nothing to refund.',
    action: 'Cancel the application instead.',
    retryable: false,
  },
  NO_PAYMENT_INTENT: {
    status: 422,
    meaning: 'No payment is on file for the order.',
    action: 'Contact support with the order id.',
    retryable: false,
  },
  MRZ_NOT_DETECTED: {
    status: 422,
    meaning: 'No machine-readable zone was found in the image.',
    action: 'Photograph the whole data page flat, sharp and without glare.',
    retryable: false,
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Too many requests.',
    action: 'Wait as long as Retry-After says.',
    retryable: true,
  },
  SUBSCRIBER_TOO_SLOW: {
    status: 429,
    meaning: 'The subscription was closed because its events were not read as fast as they came.',
    action: 'Subscribe again with after set to the id of the last event that was handled; nothing is lost.',
    retryable: true,
  },
  INTERNAL: {
    status: 500,
    meaning: 'Something went wrong on our side.',
    action: 'Try again with the same Idempotency-Key; if it persists, report the request id.',
    retryable: true,
  },
  REFUND_FAILED: {
    status: 502,
    meaning: 'The payment provider did not carry out the refund. The order is unchanged.',
    action: 'Send the same request again; it is safe to repeat.',
    retryable: true,
  },
  OCR_FAILED: {
    status: 502,
    meaning: 'The passport reader failed.',
    action: 'Send the same request again, or type the data in.',
    retryable: true,
  },
  PAYMENT_PROVIDER_FAILED: {
    status: 502,
    meaning: 'The payment provider did not answer as expected. Nothing was charged.',
    action: 'Send the same request again with the same Idempotency-Key.',
    retryable: true,
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning: 'A part of the service is overloaded or out of reach. Nothing was changed.',
    action: 'Wait as long as Retry-After says and send the same request again.',
    retryable: true,
  },
} as const satisfies Record<string, FailureKind>;
