import type { NextStep } from '../../kernel/next-step.ts';

/** After a traveler is saved: buy an authorization. */
export const useProfile: NextStep = {
  action: 'check_out',
  why: 'Buy an authorization; then submit the application with this profile_id, and the profile fills the form.',
  operation: 'CreateCheckout',
  arguments: {},
};

/** Where no traveler is: save one. */
export const addTraveler: NextStep = {
  action: 'create_profile',
  why: 'Save a traveler once, and fill every later application with it.',
  operation: 'CreateProfile',
  arguments: {},
};
