import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const pl: Translation<typeof en> = {
  changeTitle: 'Zmień swój plan',
  changeFrom: 'Obecny plan',
  changeTo: 'Nowy plan',
  changePer: {
    weekly: '{price} co tydzień',
    monthly: '{price} co miesiąc',
    quarterly: '{price} co 3 miesiące',
    yearly: '{price} co rok',
  },
  changeDetails: 'Ile płacisz',
  changePrice: 'Cena nowego planu',
  changeCredit: 'Niewykorzystany czas obecnego planu',
  changeDiscount: 'Rabat',
  changeDueNow: 'Do zapłaty teraz',
  changeDueLater: 'Do zapłaty {day}',
  changeNext: 'Następna płatność',
  changeNextOn: '{price}, {day}',
  changeNow: 'Nowy plan zaczyna się od razu i zastępuje obecny.',
  changeLater: 'Obecny plan zachowujesz do {day}. Wcześniej nic nie zostanie pobrane.',
  changeForfeit:
    'Niewykorzystany czas jest wart więcej niż nowy plan. Różnica {price} nie jest zwracana.',
  changePayWith: 'Metoda płatności',
  changeSavedMethod: 'Metoda płatności Twojej subskrypcji',
  changeOtherCard: 'Inna karta',
  changeConfirmPay: 'Potwierdź i zapłać {price}',
  changeConfirm: 'Potwierdź zmianę',
  changeConfirming: 'Zmieniamy Twój plan…',
  changeOtherAmount: 'Kwota do zapłaty się zmieniła. Sprawdź ją i potwierdź ponownie.',
  changedTitle: 'Twój plan został zmieniony',
  changedText: 'Subskrybujesz teraz „{product}”. Dziękujemy.',
  changeScheduledTitle: 'Twój plan się zmieni',
  changeScheduledText: 'Nowa subskrypcja od {day}: „{product}”. Dziękujemy.',
  changePendingTitle: 'Płatność jest przetwarzana',
  changePendingText:
    'Plan zmieni się, gdy tylko płatność zostanie zakończona. Za chwilę wczytaj tę stronę ponownie.',
  changeExpiredText: 'Nic nie zostało zmienione. Wróć do sklepu {store} i zacznij od nowa.',
  changeImpossibleTitle: 'Tego planu nie można teraz zmienić',
  changeImpossibleText:
    'Subskrypcja się zakończyła, wkrótce się zakończy lub ma nieopłaconą kwotę. Zapytaj sklep {store}.',
};
