export { ApplicationStatusType } from '../events/events.schema.ts';
