import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const pt: Translation<typeof en> = {
  changeTitle: 'Altere seu plano',
  changeFrom: 'Plano atual',
  changeTo: 'Novo plano',
  changePer: {
    weekly: '{price} toda semana',
    monthly: '{price} todo mês',
    quarterly: '{price} a cada 3 meses',
    yearly: '{price} todo ano',
  },
  changeDetails: 'O que você paga',
  changePrice: 'Novo plano',
  changeCredit: 'Tempo não usado do seu plano atual',
  changeDiscount: 'Crédito',
  changeDueNow: 'A pagar agora',
  changeDueLater: 'A pagar em {day}',
  changeNext: 'Próximo pagamento',
  changeNextOn: '{price} em {day}',
  changeNow: 'O novo plano começa imediatamente e substitui o atual.',
  changeLater: 'Você mantém seu plano atual até {day}. Nada é cobrado antes.',
  changeForfeit:
    'Seu tempo não usado vale mais que o novo plano. A diferença de {price} não é devolvida.',
  changePayWith: 'Forma de pagamento',
  changeSavedMethod: 'A forma de pagamento da sua assinatura',
  changeOtherCard: 'Outro cartão',
  changeConfirmPay: 'Confirmar e pagar {price}',
  changeConfirm: 'Confirmar a alteração',
  changeConfirming: 'Alterando seu plano…',
  changeOtherAmount: 'O valor a pagar mudou. Confira e confirme novamente.',
  changedTitle: 'Seu plano foi alterado',
  changedText: 'Agora você assina {product}. Obrigado.',
  changeScheduledTitle: 'Seu plano será alterado',
  changeScheduledText: 'A partir de {day}, você assina {product}. Obrigado.',
  changePendingTitle: 'Seu pagamento está sendo processado',
  changePendingText:
    'Seu plano muda assim que o pagamento for concluído. Recarregue esta página em instantes.',
  changeExpiredText: 'Nada foi alterado. Volte para {store} e comece novamente.',
  changeImpossibleTitle: 'Este plano não pode ser alterado agora',
  changeImpossibleText:
    'A assinatura terminou, está prestes a terminar ou tem um saldo em aberto. Fale com {store}.',
};
