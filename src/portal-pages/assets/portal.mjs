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
