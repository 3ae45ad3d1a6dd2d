/** What every subscriber asks for: a whole event. */
export const query = `subscription {
  accountEvents {
    id type timestamp livemode
    data { applicationId orderId visaType destination previousStatus status authorityReference note }
  }
}`;
