import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const pt: Translation<typeof en> = {
  testMark: '[Teste]',
  footer: 'Enviado em nome de {store}.',
  purchase: 'sua compra',
  methods: { card: 'Cartão', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: 'Produto',
    amount: 'Valor',
    refunded: 'Reembolsado',
    paidWith: 'Pago com',
    date: 'Data',
    period: 'Período atual',
    nextCharge: 'Próxima cobrança',
    reason: 'Motivo',
    order: 'Pedido',
  },
  reasons: {
    card_declined: 'Seu banco recusou o cartão.',
    insufficient_funds: 'O cartão não tem saldo suficiente.',
    expired_card: 'O cartão está vencido.',
    incorrect_cvc: 'O código de segurança não corresponde ao do cartão.',
  },
  'order.completed': {
    subject: 'Seu pedido em {store}',
    heading: 'Obrigado pelo seu pedido',
    text: 'Recebemos seu pagamento de {product}.',
  },
  'subscription.activated': {
    subject: 'Sua assinatura de {product} em {store}',
    heading: 'Sua assinatura começou',
    text: 'Ela é renovada automaticamente ao fim de cada período até você cancelar.',
  },
  trial_started: {
    subject: 'Seu teste grátis de {product} em {store}',
    heading: 'Seu teste grátis começou',
    text: 'A cobrança será feita quando o teste terminar, a menos que você cancele antes.',
  },
  'subscription.renewed': {
    subject: 'Sua assinatura em {store} foi renovada',
    heading: 'Sua assinatura foi renovada',
    text: 'Recebemos seu pagamento de {product}.',
  },
  'subscription.canceling': {
    subject: 'Seu cancelamento em {store}',
    heading: 'Sua assinatura foi cancelada',
    text: 'Você mantém o acesso a {product} até o fim do período. Nada mais será cobrado.',
  },
  'subscription.plan_changed': {
    subject: 'Seu plano em {store} foi alterado',
    heading: 'Seu plano foi alterado',
    text: 'Agora você assina {product}.',
  },
  'subscription.plan_change_scheduled': {
    subject: 'Seu plano em {store} vai mudar',
    heading: 'Seu plano vai mudar',
    text: '{product} substitui {current} em {date}. Até lá nada muda.',
  },
  'subscription.plan_change_withdrawn': {
    subject: 'Seu plano em {store} continua como está',
    heading: 'Seu plano continua como está',
    text: 'A mudança para {product} não será feita. Você continua assinando {current}.',
  },
  'subscription.plan_change_failed': {
    subject: 'Não foi possível alterar seu plano em {store}',
    heading: 'Não foi possível alterar seu plano',
    text: 'Não conseguimos cobrar {product}. Você continua assinando {current}.',
  },
  'subscription.canceled': {
    subject: 'Sua assinatura em {store} terminou',
    heading: 'Sua assinatura terminou',
    text: 'Seu acesso a {product} terminou.',
  },
  'subscription.past_due': {
    subject: 'Seu pagamento para {store} falhou',
    heading: 'Seu pagamento falhou',
    text: 'Não conseguimos cobrar {product}. Tentaremos novamente nos próximos dias.',
  },
  'refund.succeeded': {
    subject: 'Seu reembolso de {store}',
    heading: 'Seu reembolso está a caminho',
    text: '{refunded} referentes a {product} voltam para a forma de pagamento usada.',
  },
  'subscription.trial_ending': {
    subject: 'Seu teste em {store} termina em breve',
    heading: 'Seu teste termina em breve',
    text: 'Depois dele, {product} custa {amount} por período. Cancele antes para não pagar nada.',
  },
  'subscription.upcoming_charge': {
    subject: 'Sua assinatura em {store} será renovada em breve',
    heading: 'Sua assinatura será renovada em breve',
    text: '{amount} serão cobrados por {product}.',
  },
  openPortal: 'Seus pedidos e recibos',
  'portal.link': {
    subject: 'Seu link para {store}',
    heading: 'Veja seus pedidos',
    text: 'Aperte o botão para ver seus pedidos e recibos em {store}. Ele funciona uma única vez, por 30 minutos. Se você não pediu, ignore esta mensagem.',
  },
};
