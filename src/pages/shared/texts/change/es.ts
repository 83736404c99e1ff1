import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const es: Translation<typeof en> = {
  changeTitle: 'Cambia tu plan',
  changeFrom: 'Plan actual',
  changeTo: 'Plan nuevo',
  changePer: {
    weekly: '{price} cada semana',
    monthly: '{price} cada mes',
    quarterly: '{price} cada 3 meses',
    yearly: '{price} cada año',
  },
  changeDetails: 'Lo que pagas',
  changePrice: 'Plan nuevo',
  changeCredit: 'Tiempo sin usar de tu plan actual',
  changeDiscount: 'Crédito',
  changeDueNow: 'A pagar ahora',
  changeDueLater: 'A pagar el {day}',
  changeNext: 'Próximo pago',
  changeNextOn: '{price} el {day}',
  changeNow: 'El plan nuevo comienza de inmediato y reemplaza al actual.',
  changeLater: 'Conservas tu plan actual hasta el {day}. Antes no se cobra nada.',
  changeForfeit:
    'Tu tiempo sin usar vale más que el plan nuevo. La diferencia de {price} no se devuelve.',
  changePayWith: 'Método de pago',
  changeSavedMethod: 'El método de pago de tu suscripción',
  changeOtherCard: 'Otra tarjeta',
  changeConfirmPay: 'Confirmar y pagar {price}',
  changeConfirm: 'Confirmar el cambio',
  changeConfirming: 'Cambiando tu plan…',
  changeOtherAmount: 'El importe a pagar ha cambiado. Revísalo y confirma de nuevo.',
  changedTitle: 'Tu plan ha cambiado',
  changedText: 'Ahora estás suscrito a {product}. Gracias.',
  changeScheduledTitle: 'Tu plan cambiará',
  changeScheduledText: 'A partir del {day} estarás suscrito a {product}. Gracias.',
  changePendingTitle: 'Tu pago se está procesando',
  changePendingText:
    'Tu plan cambiará en cuanto se complete el pago. Vuelve a cargar esta página en un momento.',
  changeExpiredText: 'No se cambió nada. Vuelve a {store} y empieza de nuevo.',
  changeImpossibleTitle: 'Este plan no se puede cambiar ahora',
  changeImpossibleText:
    'La suscripción terminó, está por terminar o tiene un saldo pendiente. Consulta con {store}.',
};
