// The portal in the browser. All of it works without this, except entering with a session token,
// which stands behind the `#` of the merchant's link and so reaches no server by itself.

const form = document.querySelector('#enter');
const token = new URLSearchParams(location.hash.slice(1)).get('token');
if (token !== null) {
  history.replaceState(history.state, '', location.pathname + location.search);
  if (form) {
    form.elements.token.value = token;
    form.submit();
  }
}

// What a form complains of, or what was done, is what a reader should hear first.
document.querySelector('[data-announce]')?.focus();
// A second press while the first is on its way does nothing.
for (const each of document.querySelectorAll('form[method="post"]')) {
  each.addEventListener('submit', (event) => {
    if (each.dataset.sent) event.preventDefault();
    each.dataset.sent = 'yes';
  });
}
// A page that comes back from the browser's memory can be sent again.
addEventListener('pageshow', () => {
  for (const each of document.querySelectorAll('form[data-sent]')) delete each.dataset.sent;
});

// The provider's own card form: what it gives for the card is sent in place of one.
const place = document.querySelector('#provider-cards');
if (place) startCards(place.closest('form'));

async function startCards(cardForm) {
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  place.before(note);
  let sending = false;
  const send = async (takeToken) => {
    if (sending) return;
    sending = true;
    note.textContent = '';
    try {
      const cards = await mounted;
      const given = await takeToken(cards);
      for (const [name, value] of Object.entries(given)) {
        cardForm.append(
          Object.assign(document.createElement('input'), { type: 'hidden', name, value }),
        );
      }
      cardForm.submit();
    } catch (error) {
      note.textContent = (error.name === 'CardProblem' && error.message) || place.dataset.network;
      delete cardForm.dataset.sent;
      sending = false;
    }
  };
  const mounted = import(place.dataset.module).then(({ mountCards }) => mountCards(place));
  cardForm.addEventListener('submit', (event) => {
    event.preventDefault();
    send((cards) => cards.takeCard(''));
  });
  const { clientSecret } = place.dataset;
  // The bank asks for a step: then the same card is kept.
  if (clientSecret) {
    send(async (cards) => ({
      paymentMethod: 'card',
      paymentToken: await cards.takeStep(clientSecret),
    }));
  } else
    mounted.catch(() => {
      note.textContent = place.dataset.network;
    });
}
