/** How the payment of an order stands. */
export const paymentStatuses = ['unpaid', 'processing', 'paid', 'expired', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** How long a payment session can be paid. */
export const sessionLifetimeSeconds = 24 * 60 * 60;

/** How long after the payment an order can be refunded. */
export const refundWindowSeconds = 7 * 24 * 60 * 60;

/** How long a guest token reads its order. */
export const guestLifetimeSeconds = 30 * 24 * 60 * 60;
