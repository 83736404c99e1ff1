import { describe, expect, it } from 'vitest';
import { enterPortal, visitPortal } from '../support/portal.ts';
import { DECLINED_CARD, makeShop } from '../support/selling.ts';
import { makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_NETWORK_DECLINES_PER_HOUR: '1' });

describe('the portal above a limit that lasts', () => {
  it('shows the form again, in the picked language, after too many links', async () => {
    const visitor = visitPortal(await makeShop(test));
    await visitor.get('?language=de');
    const form = { email: 'slow-mail@example.com', environment: 'test' };
    for (let time = 0; time < 3; time += 1) {
      expect((await visitor.send('/link', form)).status).toBe(200);
    }
    const fourth = await visitor.send('/link', form);
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(fourth.text).toContain('data-state="sign-in"');
    expect(fourth.text).toContain('Es wurden bereits mehrere Links angefordert.');
    expect(fourth.text).toContain(`value="${form.email}"`);
  });

  it('doesn’t ask the buyer to reload a form after declined cards', async () => {
    const club = await makeClub(test);
    const path = `/orders/${await subscribe(club)}/card`;
    const visitor = await enterPortal(club);
    const send = (key: string) =>
      visitor.send(path, {
        key: `0190b0a0-0000-4000-8000-00000000000${key}`,
        ...{ cardNumber: DECLINED_CARD, cardExpiry: '12/40', cardCvc: '123' },
      });
    expect((await send('1')).text).toContain('Your bank declined the card.');
    const second = await send('2');
    expect(second.status).toBe(429);
    expect(second.text).toContain('Please try again later.');
    expect(second.text).not.toContain('reload');
  });
});
