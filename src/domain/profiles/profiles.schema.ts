import { builder } from '../../graphql/builder.ts';
import { NextStepType } from '../../graphql/next-step.ts';
import type { Page } from '../../kernel/page.ts';
import { createProfile } from './create-profile.ts';
import { deleteProfile, type ProfileDeletion } from './delete-profile.ts';
import { getProfile } from './get-profile.ts';
import { listProfiles } from './list-profiles.ts';
import { addTraveler, useProfile } from './next-step.ts';
import { genders, type Profile } from './profile.ts';
import { updateProfile } from './update-profile.ts';

const GenderType = builder.enumType('Gender', { description: 'Sex as the passport states it.', values: genders });

const texts = {
  firstName: 'Given names, as in the passport.',
  lastName: 'Family name, as in the passport.',
  nationality: 'Country of citizenship, ISO 3166-1 alpha-2.',
  passportNumber: 'Number of the passport.',
  email: 'Where the traveler is reached.',
  cityOfBirth: 'City of birth.',
  countryOfBirth: 'Country of birth, ISO 3166-1 alpha-2.',
  passportPhotoUrl: 'Image of the passport data page: a URL that POST /documents returned.',
  selfieUrl: 'Photo of the face: a URL that POST /documents returned.',
} as const;
const birth = 'Date of birth, YYYY-MM-DD.';
const expiry = 'Last day on which the passport is valid, YYYY-MM-DD.';

const ProfileType = builder.objectRef<Profile>('Profile').implement({
  description: 'A saved traveler. Fields that are not known are null.',
  fields: (t) => {
    const text = (field: keyof typeof texts) =>
      t.string({ nullable: true, description: texts[field], resolve: (profile) => profile[field] });
    return {
      answer: t.string({
        description: 'The answer in plain language.',
        resolve: ({ id }) =>
          `The traveler is saved as profile ${id}. Give that id as profile_id to fill an application with it.`,
      }),
      id: t.exposeID('id', { description: 'Identifier of the profile: profile_id when applying.' }),
      firstName: text('firstName'),
      lastName: text('lastName'),
      dateOfBirth: t.field({
        type: 'Date',
        nullable: true,
        description: birth,
        resolve: (profile) => profile.dateOfBirth,
      }),
      nationality: text('nationality'),
      passportNumber: text('passportNumber'),
      passportExpiry: t.field({
        type: 'Date',
        nullable: true,
        description: expiry,
        resolve: (profile) => profile.passportExpiry,
      }),
      gender: t.field({
        type: GenderType,
        nullable: true,
        description: 'Sex as the passport states it.',
        resolve: (profile) => profile.gender as (typeof genders)[number] | undefined,
      }),
      email: text('email'),
      cityOfBirth: text('cityOfBirth'),
      countryOfBirth: text('countryOfBirth'),
      passportPhotoUrl: text('passportPhotoUrl'),
      selfieUrl: text('selfieUrl'),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
      nextStep: t.field({ type: NextStepType, description: 'What to do next.', resolve: () => useProfile }),
    };
  },
});

const ProfilePage = builder.objectRef<Page<Profile>>('ProfilePage').implement({
  description: 'One page of profiles, newest first.',
  fields: (t) => ({
    answer: t.string({
      description: 'The answer in plain language.',
      resolve: ({ items, nextCursor }) =>
        items.length === 0
          ? 'No travelers are saved here.'
          : `${items.length} saved ${items.length === 1 ? 'traveler' : 'travelers'}${nextCursor === null ? '' : ', and more on the next page'}.`,
    }),
    profiles: t.field({ type: [ProfileType], description: 'The profiles.', resolve: ({ items }) => items }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'Cursor of the next page, if there is one.',
    }),
    nextStep: t.field({
      type: NextStepType,
      description: 'What to do next.',
      resolve: ({ items }) => (items.length === 0 ? addTraveler : useProfile),
    }),
  }),
});

const ProfileDeletionType = builder.objectRef<ProfileDeletion>('ProfileDeletion').implement({
  description: 'What was deleted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the deleted profile.' }),
    deleted: t.boolean({ description: 'Always true.', resolve: () => true }),
    applicationsDeleted: t.exposeInt('applicationsDeleted', {
      description: 'How many applications, made with the profile, were deleted with it.',
    }),
    nextStep: t.field({ type: NextStepType, description: 'What to do next.', resolve: () => addTraveler }),
  }),
});

const ProfileInput = builder.inputType('ProfileInput', {
  description: 'Facts about a traveler. A field that is null is cleared, one that is left out stays as it is.',
  fields: (t) => ({
    firstName: t.string({ description: texts.firstName }),
    lastName: t.string({ description: texts.lastName }),
    dateOfBirth: t.field({ type: 'Date', description: birth }),
    nationality: t.string({ description: texts.nationality }),
    passportNumber: t.string({ description: texts.passportNumber }),
    passportExpiry: t.field({ type: 'Date', description: expiry }),
    gender: t.field({ type: GenderType, description: 'Sex as the passport states it.' }),
    email: t.string({ description: texts.email }),
    cityOfBirth: t.string({ description: texts.cityOfBirth }),
    countryOfBirth: t.string({ description: texts.countryOfBirth }),
    passportPhotoUrl: t.string({ description: texts.passportPhotoUrl }),
    selfieUrl: t.string({ description: texts.selfieUrl }),
  }),
});

builder.queryFields((t) => ({
  listProfiles: t.field({
    type: ProfilePage,
    access: 'KEY',
    description: 'The saved travelers of the account, newest first.',
    args: {
      limit: t.arg.int({ description: 'How many at most, 1 to 200; 50 when left out.' }),
      after: t.arg.string({ description: 'Cursor of the page before.' }),
    },
    resolve: (_root, args, ctx) => listProfiles(ctx, args),
  }),
  getProfile: t.field({
    type: ProfileType,
    access: 'KEY',
    description: 'One saved traveler of the account.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the profile.' }) },
    resolve: (_root, { id }, ctx) => getProfile(ctx, id),
  }),
}));

builder.mutationFields((t) => ({
  createProfile: t.field({
    type: ProfileType,
    access: 'KEY',
    description: 'Save a traveler, to fill applications with.',
    args: { input: t.arg({ type: ProfileInput, required: true, description: 'The traveler.' }) },
    resolve: (_root, { input }, ctx) => createProfile(ctx, input),
  }),
  updateProfile: t.field({
    type: ProfileType,
    access: 'KEY',
    description: 'Change the given fields of a saved traveler.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the profile.' }),
      input: t.arg({ type: ProfileInput, required: true, description: 'The fields to change.' }),
    },
    resolve: (_root, { id, input }, ctx) => updateProfile(ctx, id, input),
  }),
  deleteProfile: t.field({
    type: ProfileDeletionType,
    access: 'KEY',
    description: 'Delete a saved traveler and the applications made with it.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the profile.' }) },
    resolve: (_root, { id }, ctx) => deleteProfile(ctx, id),
  }),
}));
