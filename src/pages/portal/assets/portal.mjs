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

// The service checks what is sent. A screen reader would call fields that the browser requires invalid
// before they are filled in.
for (const field of document.querySelectorAll('[required]')) {
  field.required = false;
  field.setAttribute('aria-required', 'true');
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

// A refused step is complained of in its own form. A new page would have empty card fields, and going
// back to it would show the browser's question whether to send the form again.
const place = document.querySelector('#provider-cards');
const step = place ? null : document.querySelector('form [name="key"]')?.form;
step?.addEventListener('submit', async (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  try {
    const body = new URLSearchParams(new FormData(step));
    const response = await fetch(location.href, { method: 'POST', body });
    if (response.redirected) return location.assign(response.url);
    showComplaints(new DOMParser().parseFromString(await response.text(), 'text/html'));
    delete step.dataset.sent;
  } catch {
    step.submit();
  }
});

/** Puts what another page of the same step complains of into this one. */
function showComplaints(page) {
  const problem = page.querySelector('.problem');
  // The next press is another attempt.
  step.elements.key.value = page.querySelector('[name="key"]').value;
  document.querySelector('.problem')?.remove();
  step.before(problem);
  for (const field of step.querySelectorAll('.field :is(input, select, textarea)')) {
    const state = page.getElementById(field.id).getAttribute('aria-invalid');
    field.setAttribute('aria-invalid', state === 'true');
    const error = `${field.id}-error`;
    document.getElementById(error).textContent = page.getElementById(error).textContent;
  }
  problem.focus();
  // Firefox doesn't scroll to what is partly visible.
  problem.scrollIntoView({ block: 'nearest' });
}

// The provider's own card form: what it gives for the card is sent in place of one.
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
