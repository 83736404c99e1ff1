import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const pl: Translation<typeof en> = {
  testMark: '[Test]',
  footer: 'Wysłano w imieniu sklepu {store}.',
  purchase: 'Twój zakup',
  methods: { card: 'Karta', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: 'Produkt',
    amount: 'Kwota',
    refunded: 'Zwrócono',
    paidWith: 'Metoda płatności',
    date: 'Data',
    period: 'Bieżący okres',
    nextCharge: 'Następna płatność',
    reason: 'Powód',
    order: 'Zamówienie',
  },
  reasons: {
    card_declined: 'Bank odrzucił kartę.',
    insufficient_funds: 'Na karcie brakuje środków.',
    expired_card: 'Karta straciła ważność.',
    incorrect_cvc: 'Kod zabezpieczający nie zgadza się z kodem na karcie.',
  },
  'order.completed': {
    subject: 'Twoje zamówienie w sklepie {store}',
    heading: 'Dziękujemy za zamówienie',
    text: 'Otrzymaliśmy płatność za „{product}”.',
  },
  'subscription.activated': {
    subject: 'Twoja subskrypcja „{product}” w sklepie {store}',
    heading: 'Twoja subskrypcja się rozpoczęła',
    text: 'Odnawia się automatycznie na koniec każdego okresu aż do rezygnacji.',
  },
  trial_started: {
    subject: 'Twój bezpłatny okres próbny „{product}” w sklepie {store}',
    heading: 'Twój bezpłatny okres próbny się rozpoczął',
    text: 'Opłata zostanie pobrana po zakończeniu okresu próbnego, chyba że wcześniej zrezygnujesz.',
  },
  'subscription.renewed': {
    subject: 'Twoja subskrypcja w sklepie {store} została odnowiona',
    heading: 'Twoja subskrypcja została odnowiona',
    text: 'Otrzymaliśmy płatność za „{product}”.',
  },
  'subscription.canceling': {
    subject: 'Twoja rezygnacja w sklepie {store}',
    heading: 'Twoja subskrypcja została anulowana',
    text: 'Dostęp do „{product}” masz do końca okresu. Nic więcej nie zostanie pobrane.',
  },
  'subscription.plan_changed': {
    subject: 'Twój plan w sklepie {store} został zmieniony',
    heading: 'Twój plan został zmieniony',
    text: 'Subskrybujesz teraz „{product}”.',
  },
  'subscription.plan_change_scheduled': {
    subject: 'Twój plan w sklepie {store} zmieni się',
    heading: 'Twój plan zmieni się',
    text: 'Od {date} zamiast „{current}” obowiązuje „{product}”. Do tego czasu nic się nie zmienia.',
  },
  'subscription.plan_change_withdrawn': {
    subject: 'Twój plan w sklepie {store} pozostaje bez zmian',
    heading: 'Twój plan pozostaje bez zmian',
    text: 'Zmiana na „{product}” nie nastąpi. Nadal subskrybujesz „{current}”.',
  },
  'subscription.plan_change_failed': {
    subject: 'Nie udało się zmienić planu w sklepie {store}',
    heading: 'Nie udało się zmienić planu',
    text: 'Nie udało się pobrać opłaty za „{product}”. Nadal subskrybujesz „{current}”.',
  },
  'subscription.canceled': {
    subject: 'Twoja subskrypcja w sklepie {store} się zakończyła',
    heading: 'Twoja subskrypcja się zakończyła',
    text: 'Twój dostęp do „{product}” się zakończył.',
  },
  'subscription.past_due': {
    subject: 'Twoja płatność dla sklepu {store} nie powiodła się',
    heading: 'Twoja płatność nie powiodła się',
    text: 'Nie udało się pobrać opłaty za „{product}”. Spróbujemy ponownie w najbliższych dniach.',
  },
  'refund.succeeded': {
    subject: 'Zwrot ze sklepu {store}',
    heading: 'Zwrot jest w drodze',
    text: '{refunded} za „{product}” wraca na użytą metodę płatności.',
  },
  'subscription.trial_ending': {
    subject: 'Twój okres próbny w sklepie {store} wkrótce się kończy',
    heading: 'Twój okres próbny wkrótce się kończy',
    text: 'Potem „{product}” kosztuje {amount} za okres. Zrezygnuj wcześniej, aby nic nie płacić.',
  },
  'subscription.upcoming_charge': {
    subject: 'Twoja subskrypcja w sklepie {store} wkrótce się odnowi',
    heading: 'Twoja subskrypcja wkrótce się odnowi',
    text: 'Za „{product}” zostanie pobrane {amount}.',
  },
  openPortal: 'Twoje zamówienia i potwierdzenia',
  'portal.link': {
    subject: 'Twój link do {store}',
    heading: 'Zobacz swoje zamówienia',
    text: 'Naciśnij przycisk, aby zobaczyć swoje zamówienia i potwierdzenia w {store}. Działa raz, przez 30 minut. Jeśli to nie Twoja prośba, zignoruj tę wiadomość.',
  },
};
