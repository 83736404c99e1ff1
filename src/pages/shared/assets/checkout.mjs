// The hosted checkout in the browser. The form works without it; with it nothing typed is lost.

const form = document.querySelector('#pay');
const changeForm = document.querySelector('#change');
/** The session token that the merchant's link carried; a reload of the page finds it again. */
let token = takeToken();
let paying = false;
/** While a payment is in progress: how often to poll for its outcome, and the pause. */
const LOOKS = 10;
const LOOK_EVERY_MS = 1_500;
const AUTHENTICATION = 'Payment declined: authentication_required';
/** The card form of a provider, in its own frame; without one the page has fields. */
const cards = startCards();

addEventListener('hashchange', () => {
  token = takeToken() ?? token;
});
for (const link of document.querySelectorAll('.languages a')) {
  link.addEventListener('click', () => {
    if (token !== null) link.hash = new URLSearchParams({ token }).toString();
  });
}
if (form) startForm();
else startReturn();
startChange();
if (document.body.dataset.state === 'pending') waitForEnd();

/**
 * Reads `#token=` and takes it out of the address bar. The tab keeps it for this page's entry in its
 * history: after a reload, the order would otherwise lose its buyer.
 */
function takeToken() {
  const found = new URLSearchParams(location.hash.slice(1)).get('token');
  if (found === null) return history.state?.token ?? null;
  const state = { ...history.state, token: found };
  history.replaceState(state, '', location.pathname + location.search);
  return found;
}

function startForm() {
  form.noValidate = true;
  stateRequired(form);
  prefillEmail();
  if (!cards) shapeCard(form.elements);
  form.elements.country.addEventListener('change', offerStates);
  form.addEventListener('input', ({ target }) => {
    complain(target, '');
    if (problem().box.dataset.ofFields && !form.querySelector('[aria-invalid="true"]')) {
      hideProblem();
    }
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  if (!problem().box.hidden) problem().box.focus();
  showRefused();
}

/** A screen reader would call fields that the browser requires invalid before they are filled in. */
function stateRequired(form) {
  for (const field of form.querySelectorAll('[required]')) {
    field.required = false;
    field.setAttribute('aria-required', 'true');
  }
}

function shapeCard({ cardNumber, cardExpiry, cardCvc }) {
  keepShape(cardNumber, (digits) => digits.replace(/(.{4})(?=.)/g, '$1 '), 19);
  keepShape(cardExpiry, (digits) => digits.replace(/^(..)(.+)/, '$1 / $2'), 6);
  keepShape(cardCvc, (digits) => digits, 4);
}

/** Loads the provider's script and puts its form into its place; null where the page has fields. */
function startCards() {
  const place = document.querySelector('#provider-cards');
  if (!place) return null;
  const mounted = import(place.dataset.module).then(({ mountCards }) => mountCards(place));
  mounted.catch(() => showProblem(texts().problem, texts().network));
  return mounted;
}

/** Offers the states of the chosen country. */
function offerStates() {
  const { country, state } = form.elements;
  state.setAttribute('list', `states-${country.value}`);
}

/** A buyer whom the store has logged in need not type the address again. */
function prefillEmail() {
  const { buyerEmail } = form.elements;
  if (token === null || buyerEmail.value !== '') return;
  try {
    const bytes = atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'));
    const { buyerIdentity } = JSON.parse(decodeURIComponent(escapeBytes(bytes)));
    if (/^[^\s@]+@[^\s@]+$/.test(buyerIdentity)) buyerEmail.value = buyerIdentity;
  } catch {
    // No token of ours: paying will say so.
  }
}

function escapeBytes(bytes) {
  return [...bytes].map((byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
}

/** Groups the digits while they are typed at the end; elsewhere the visitor's spelling stays. */
function keepShape(input, shape, longest) {
  input.addEventListener('input', (event) => {
    if (input.selectionStart !== input.value.length) return;
    if (event.inputType?.startsWith('delete')) return;
    const typed = withAsciiDigits(input.value);
    let digits = typed.replace(/\D/g, '').slice(0, longest);
    if (input.name === 'cardExpiry') {
      if (/^([2-9]|\d\/)/.test(typed)) digits = `0${digits}`.slice(0, longest);
      if (/^\d{2}20\d{2}/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
    }
    const shaped = shape(digits);
    if (shaped !== input.value) input.value = shaped;
  });
}

async function submit() {
  if (paying) return;
  hideProblem();
  const wrong = findWrongFields();
  if (wrong.length > 0) {
    showWrong(wrong[0]);
    return;
  }
  setPaying(true);
  try {
    const { buyerEmail } = form.elements;
    const card = cards ? await (await cards).takeCard(buyerEmail.value.trim()) : await tokenize();
    await finish(card, pay);
  } catch (error) {
    await explain(error);
    setPaying(false);
  }
}

/** Pays with a card and follows that to its end: the step that a bank asks for, a late answer. */
async function finish(card, send) {
  const { orderId, status, clientSecret } = await send(card);
  if (clientSecret && cards) {
    const kept = await (await cards).takeStep(clientSecret);
    if (kept) return finish({ ...card, paymentToken: kept }, send);
  }
  if (status === 'pending' && (await stateAtEnd(LOOKS)) === 'open') {
    throw new Refusal(400, clientSecret ? AUTHENTICATION : 'Payment declined');
  }
  location.replace(receiptOf(orderId));
  // The page stays as it is until it is gone.
  return new Promise(() => {});
}

/** The receipt's address; the picked language stays in it. */
function receiptOf(orderId) {
  const address = new URL((form ?? changeForm).dataset.page, location.href);
  address.searchParams.set('order', orderId);
  return address.href;
}

async function pay(card) {
  const { buyerEmail } = form.elements;
  const body = {
    buyerEmail: buyerEmail.value.trim(),
    billingDetail: billingDetail(),
    ...card,
    amountDue: form.elements.amountDue.value,
  };
  const identity =
    token === null
      ? {}
      : { authorization: `Bearer ${token}`, 'x-environment': form.dataset.environment };
  return post(form.getAttribute('action'), body, identity);
}

async function tokenize() {
  const { cardNumber, cardExpiry, cardCvc } = (form ?? changeForm).elements;
  const [month, year] = expiryParts(cardExpiry.value);
  const { token: paymentToken } = await post((form ?? changeForm).dataset.tokens, {
    number: digitsOf(cardNumber),
    expMonth: Number(month),
    expYear: year.length === 2 ? 2000 + Number(year) : Number(year),
    cvc: digitsOf(cardCvc),
  });
  return { paymentToken, paymentMethod: 'card' };
}

function billingDetail() {
  const { country, state, postcode, isBusiness, businessName, taxId } = form.elements;
  const given = country.selectedOptions[0].defaultSelected;
  const region = given || country.value === 'US' || country.value === 'CA';
  const detail = { country: country.value, isBusiness: isBusiness.checked };
  for (const field of region ? [state, postcode] : []) {
    if (field.value.trim()) detail[field.name] = field.value.trim();
  }
  for (const field of isBusiness.checked ? [businessName, taxId] : []) {
    if (field.value.trim()) detail[field.name] = field.value.trim();
  }
  return detail;
}

/** What a refusal carries: the envelope's message, and the status. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function post(url, body, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    credentials: 'omit',
  });
  const answer = await response.json();
  if (!response.ok) throw new Refusal(response.status, answer.errors?.[0]?.message ?? '');
  return answer.data;
}

/** Tells the visitor what went wrong, or shows the page's new state when there is one. */
async function explain(error) {
  const { problem: title, declined, declinedHint, declineReasons } = texts();
  const { network, tokenExpired, refusals, refused } = texts();
  if (error.name === 'CardProblem') {
    return showProblem(title, error.message || declineReasons.authentication_required, true);
  }
  if (!(error instanceof Refusal)) return showProblem(title, network, true);
  if (error.message.startsWith('Payment declined')) {
    // After many of them no other card is taken either.
    if ((await stateNow()) === 'closed') return showPageAsItIs();
    const reason = error.message.replace(/^Payment declined:?\s*/, '');
    const sentences = [declineReasons[reason], declinedHint].filter(Boolean);
    return showProblem(declined, sentences.join(texts().sentenceSpace), true);
  }
  if (error.message.startsWith('The amount due is')) {
    return form ? showFullPrice() : showNewAmount();
  }
  if (error.status === 401) return showProblem(title, tokenExpired, true);
  const isUnderWay = error.status === 409 || error.status === 502;
  const state = await stateAtEnd(isUnderWay ? LOOKS : 1);
  if (state !== null && state !== 'open') return showPageAsItIs();
  const known = Object.hasOwn(refusals, error.message) ? refusals[error.message] : null;
  showProblem(title, known ?? (error.status < 500 ? refused : network), true);
}

/** Leaves for the page's new state; this one stays as it is until it is gone. */
function showPageAsItIs() {
  location.replace((form ?? changeForm).dataset.page);
  return new Promise(() => {});
}

/** The buyer has used up the trial: nothing is charged before they have seen the full price. */
function showFullPrice() {
  const { problem: title, trialUsed } = texts();
  form.elements.amountDue.value = form.dataset.fullDue;
  cards?.then((mounted) => mounted.demandFull());
  document.getElementById('submit-text').dataset.idle = form.dataset.fullButton;
  const due = document.getElementById('due');
  due.textContent = due.dataset.full;
  document.getElementById('trial')?.remove();
  for (const each of document.querySelectorAll('[data-when]')) {
    each.hidden = each.dataset.when === 'trial';
  }
  showProblem(title, trialUsed, true);
}

/** The credit of a running period shrinks: the buyer sees the new amount before it is charged. */
async function showNewAmount() {
  const response = await fetch(changeForm.dataset.page, { credentials: 'omit' });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.querySelector('#change');
  if (!fresh) return showPageAsItIs();
  changeForm.elements.amountDue.value = fresh.elements.amountDue.value;
  const due = fresh.querySelector('#provider-cards')?.dataset.amount;
  if (due !== undefined) cards?.then((mounted) => mounted.demand(due));
  document.getElementById('submit-text').dataset.idle =
    fresh.querySelector('#submit-text').textContent;
  document.querySelector('.summary').replaceWith(page.querySelector('.summary'));
  const { problem: title, changeOtherAmount } = texts();
  showProblem(title, changeOtherAmount, true);
}

/** The page's state once no payment is in progress; null if it can't be reached. */
async function stateAtEnd(looks) {
  const state = await stateNow();
  if (state !== 'pending' || looks <= 1) return state;
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  return stateAtEnd(looks - 1);
}

async function stateNow() {
  try {
    const page = (form ?? changeForm)?.dataset.page ?? location.href;
    const response = await fetch(page, { credentials: 'omit' });
    const [, state] = /<body data-state="([a-z-]+)"/.exec(await response.text()) ?? [];
    return response.ok ? (state ?? null) : null;
  } catch {
    return null;
  }
}

/** The page of a payment in progress shows the outcome automatically. */
async function waitForEnd() {
  const state = await stateAtEnd(LOOKS);
  if (state === null || state === 'pending') return setTimeout(waitForEnd, LOOK_EVERY_MS);
  // The payment has failed: after the reload, the form says so.
  if (state === 'open') history.replaceState({ ...history.state, refused: true }, '');
  location.reload();
}

/** Reports, once, that the payment in progress before this reload of the page has failed. */
function showRefused() {
  if (!history.state?.refused) return;
  history.replaceState({ ...history.state, refused: false }, '');
  const { problem: title, refused } = texts();
  showProblem(title, refused, true);
}

/** The wrong fields, each marked; the same rules as the server's. */
function findWrongFields() {
  const { buyerEmail, country, state, postcode, isBusiness, businessName } = form.elements;
  const canada = country.value === 'CA' && !state.value.trim() && !postcode.value.trim();
  const checks = [
    [buyerEmail, !/^[^\s@]+@[^\s@]+$/.test(buyerEmail.value.trim())],
    ...(cards ? [] : findWrongCard(form)),
    [country, country.value === ''],
    [state, country.value === 'US' && !state.value.trim()],
    [postcode, canada],
    [businessName, isBusiness.checked && !businessName.value.trim()],
  ];
  return complainOf(checks);
}

/** Marks each wrong field; gives those. */
function complainOf(checks) {
  for (const [field, wrong] of checks) complain(field, wrong ? field.dataset.complaint : '');
  return checks.filter(([, wrong]) => wrong).map(([field]) => field);
}

/** Leads to the first wrong field. Of one that has the focus, a screen reader wouldn't say what is wrong. */
function showWrong(field) {
  const { problem: title, checkFields, sentenceSpace } = texts();
  const isHere = document.activeElement === field;
  showProblem(title, isHere ? checkFields + sentenceSpace + field.dataset.complaint : checkFields);
  field.focus();
}

function findWrongCard({ elements }) {
  const { cardNumber, cardExpiry, cardCvc } = elements;
  return [
    [cardNumber, !/^\d{12,19}$/.test(digitsOf(cardNumber))],
    [cardExpiry, expiryParts(cardExpiry.value) === null],
    [cardCvc, !/^\d{3,4}$/.test(digitsOf(cardCvc))],
  ];
}

function complain(field, message) {
  const place = document.getElementById(`${field.id}-error`);
  if (!place) return;
  field.setAttribute('aria-invalid', String(Boolean(message)));
  place.textContent = message;
}

function digitsOf(input) {
  return withAsciiDigits(input.value).replace(/[\s-]/g, '');
}

/** Digits of Arabic and Persian keyboards (٤٢, ۴۲) as `42`. */
function withAsciiDigits(text) {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => digit.codePointAt(0) & 0xf);
}

function expiryParts(text) {
  const match = /^(0?[1-9]|1[0-2])\/?(\d{2}|\d{4})$/.exec(
    withAsciiDigits(text).replace(/[\s-]/g, ''),
  );
  return match && [match[1], match[2]];
}

function texts() {
  return JSON.parse((form ?? changeForm).dataset.texts);
}

function problem() {
  const part = (name) => document.getElementById(name);
  return { box: part('problem'), title: part('problem-title'), text: part('problem-text') };
}

function showProblem(title, text, focus = false) {
  const parts = problem();
  parts.title.textContent = title;
  parts.text.textContent = text;
  parts.box.hidden = false;
  parts.box.dataset.ofFields = focus ? '' : 'yes';
  if (!focus) return;
  parts.box.focus();
  // Firefox doesn't scroll to what is partly visible.
  parts.box.scrollIntoView({ block: 'nearest' });
}

function hideProblem() {
  problem().box.hidden = true;
}

/** The button keeps its place and the focus; a second press does nothing. */
function setPaying(value) {
  paying = value;
  const label = document.getElementById('submit-text');
  label.dataset.idle ??= label.textContent;
  label.textContent = value ? label.dataset.paying : label.dataset.idle;
  document.getElementById('submit').setAttribute('aria-disabled', String(value));
  document.getElementById('progress').textContent = value ? label.dataset.paying : '';
  (form ?? changeForm).setAttribute('aria-busy', String(value));
}

/** A plan change is sent as a form, once; with the provider's card form as the checkout is. */
function startChange() {
  if (!changeForm) return;
  stateRequired(changeForm);
  if (!cards && changeForm.elements.cardNumber) shapeCard(changeForm.elements);
  changeForm.addEventListener('input', ({ target }) => complain(target, ''));
  changeForm.addEventListener('submit', (event) => {
    if (paying) return event.preventDefault();
    setPaying(true);
    if (changeForm.elements.payWith?.value !== 'other') return;
    event.preventDefault();
    change();
  });
  // A page that comes back from the browser's memory can be sent again.
  addEventListener('pageshow', ({ persisted }) => persisted && setPaying(false));
  if (!problem().box.hidden) problem().box.focus();
  showRefused();
}

async function change() {
  hideProblem();
  try {
    const [wrong] = cards ? [] : complainOf(findWrongCard(changeForm));
    if (wrong) {
      showWrong(wrong);
      return setPaying(false);
    }
    const amountDue = changeForm.elements.amountDue.value;
    const confirm = (card) => post(changeForm.getAttribute('action'), { ...card, amountDue });
    await finish(cards ? await (await cards).takeCard('') : await tokenize(), confirm);
  } catch (error) {
    await explain(error);
    setPaying(false);
  }
}

/** Takes the buyer back to the store after paying, unless they stop to read or have been there. */
function startReturn() {
  const link = document.querySelector('#return[data-automatic]');
  if (!link || history.state?.returned) return;
  const note = document.getElementById('returning');
  note.textContent = note.dataset.text;
  const remember = () => history.replaceState({ ...history.state, returned: true }, '');
  const timer = setTimeout(() => {
    remember();
    location.assign(link.href);
  }, 5_000);
  const stay = () => {
    clearTimeout(timer);
    note.textContent = '';
    remember();
  };
  // Screen readers keep their own keys to themselves: they move the selection, or scroll.
  for (const sign of ['keydown', 'pointerdown', 'wheel', 'focusin', 'selectionchange', 'scroll']) {
    addEventListener(sign, stay, { once: true, capture: true });
  }
}
