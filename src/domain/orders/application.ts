import type { applications } from './application.table.ts';

/** One traveler's application, as stored. */
export type Application = typeof applications.$inferSelect;

/** An application as lists show it: nothing that is sealed. */
export type ListedApplication = Omit<Application, 'form' | 'authorization' | 'confirmations'>;

/** A change to an application. */
export type ApplicationChange = Partial<Omit<Application, 'id' | 'orderId'>>;

/** What an approval gave. */
export interface Authorization {
  number: string;
  /** Calendar dates. */
  validFrom: string;
  validUntil: string;
}

/** The place of the form in the vault. */
export const formPlace = (applicationId: string) => `applications.form:${applicationId}`;

/** The place of the authorization in the vault. */
export const authorizationPlace = (applicationId: string) => `applications.authorization:${applicationId}`;
