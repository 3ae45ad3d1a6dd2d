import { expect } from 'vitest';
import { shownBy } from '../shown-by.ts';
import { must, type Sentence } from './sentence.ts';

/** “States and transitions”. */
export const states: Sentence[] = [
  must(
    'spec/states/refund',
    'A refund within 7 days returns everything and cancels.',
    shownBy('rest/refund-application', 'returns the whole payment and cancels the application'),
    shownBy('stories/refund-window', 'on day 7 gets all of it, to the last second'),
  ),
  must(
    'spec/states/refund-again',
    'What was refunded is refused with 409.',
    shownBy('rest/refund-application', 'refuses a second refund'),
  ),
  must('spec/states/cancel-draft', 'A draft can be cancelled, without a refund, again and again.', async ({ api }) => {
    const key = (await api.post('/keys')).data.api_key;
    const [id] = (await api.post('/checkout', { visa_type: 'ESTA' }, { key })).data.application_ids;
    for (let time = 0; time < 2; time += 1) {
      expect(await api.delete(`/applications/${id}`, { key })).toMatchObject({
        status: 200,
        data: { status: 'CANCELLED', refund: null },
      });
    }
  }),
  must(
    'spec/states/cancel-paid',
    'A paid application can be cancelled, and no refund is issued.',
    shownBy(
      'rest/cancel-application',
      'cancels a paid application, refunds nothing, and says until when the order can be refunded',
    ),
  ),
  must(
    'spec/states/cancel-submitted',
    'A submitted application cannot be cancelled.',
    shownBy('rest/cancel-application', 'refuses an application that the authority has'),
  ),
  must(
    'spec/states/edit-draft',
    'A draft is edited and stays one.',
    shownBy('rest/patch-application', 'edits a draft, which may stay incomplete, and judges the whole form'),
  ),
  must(
    'spec/states/edit-submitted',
    'A submitted application cannot be edited.',
    shownBy('rest/patch-application', 'refuses an application that was submitted'),
  ),
  must('spec/states/product', 'A product is open or not open.', async ({ api }) => {
    const { products } = (await api.get('/capabilities')).data;
    expect(new Set(products.map(({ status }: { status: string }) => status))).toEqual(new Set(['open', 'not_open']));
  }),
  must(
    'spec/states/delivery',
    'A delivery is pending, failed, success or exhausted.',
    shownBy('stories/webhook-exhausted', 'a webhook is retried until it is exhausted, and then replayed'),
  ),
];
