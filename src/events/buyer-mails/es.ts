import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const es: Translation<typeof en> = {
  testMark: '[Prueba]',
  footer: 'Enviado en nombre de {store}.',
  purchase: 'tu compra',
  methods: {
    card: 'Tarjeta',
    applepay: 'Apple Pay',
    googlepay: 'Google Pay',
    wechat: 'WeChat Pay',
  },
  rows: {
    product: 'Producto',
    amount: 'Importe',
    refunded: 'Reembolsado',
    paidWith: 'Pagado con',
    date: 'Fecha',
    period: 'Periodo actual',
    nextCharge: 'Próximo cobro',
    reason: 'Motivo',
    order: 'Pedido',
  },
  reasons: {
    card_declined: 'Tu banco rechazó la tarjeta.',
    insufficient_funds: 'La tarjeta no tiene fondos suficientes.',
    expired_card: 'La tarjeta está vencida.',
    incorrect_cvc: 'El código de seguridad no coincide con el de la tarjeta.',
  },
  'order.completed': {
    subject: 'Tu pedido en {store}',
    heading: 'Gracias por tu pedido',
    text: 'Recibimos tu pago por {product}.',
  },
  'subscription.activated': {
    subject: 'Tu suscripción a {product} en {store}',
    heading: 'Tu suscripción ha comenzado',
    text: 'Se renueva automáticamente al final de cada periodo hasta que la canceles.',
  },
  trial_started: {
    subject: 'Tu prueba gratis de {product} en {store}',
    heading: 'Tu prueba gratis ha comenzado',
    text: 'Se te cobrará cuando termine la prueba, a menos que canceles antes.',
  },
  'subscription.renewed': {
    subject: 'Se renovó tu suscripción en {store}',
    heading: 'Se renovó tu suscripción',
    text: 'Recibimos tu pago por {product}.',
  },
  'subscription.canceling': {
    subject: 'Tu cancelación en {store}',
    heading: 'Tu suscripción está cancelada',
    text: 'Conservas el acceso a {product} hasta que termine el periodo. No se te cobrará nada más.',
  },
  'subscription.plan_changed': {
    subject: 'Cambió tu plan en {store}',
    heading: 'Tu plan ha cambiado',
    text: 'Ahora estás suscrito a {product}.',
  },
  'subscription.plan_change_scheduled': {
    subject: 'Tu plan en {store} va a cambiar',
    heading: 'Tu plan va a cambiar',
    text: '{product} sustituirá a {current} el {date}. Hasta entonces no cambia nada.',
  },
  'subscription.plan_change_withdrawn': {
    subject: 'Tu plan en {store} sigue como está',
    heading: 'Tu plan sigue como está',
    text: 'El cambio a {product} no se hará. Sigues suscrito a {current}.',
  },
  'subscription.plan_change_failed': {
    subject: 'No se pudo cambiar tu plan en {store}',
    heading: 'No se pudo cambiar tu plan',
    text: 'No pudimos cobrarte {product}. Sigues suscrito a {current}.',
  },
  'subscription.canceled': {
    subject: 'Tu suscripción en {store} ha terminado',
    heading: 'Tu suscripción ha terminado',
    text: 'Tu acceso a {product} ha terminado.',
  },
  'subscription.past_due': {
    subject: 'Tu pago a {store} no se pudo realizar',
    heading: 'Tu pago no se pudo realizar',
    text: 'No pudimos cobrarte {product}. Lo intentaremos de nuevo en los próximos días.',
  },
  'refund.succeeded': {
    subject: 'Tu reembolso de {store}',
    heading: 'Tu reembolso está en camino',
    text: '{refunded} por {product} se devuelven al medio con el que pagaste.',
  },
  'subscription.trial_ending': {
    subject: 'Tu prueba en {store} termina pronto',
    heading: 'Tu prueba termina pronto',
    text: 'Después, {product} cuesta {amount} por periodo. Cancela antes para no pagar nada.',
  },
  'subscription.upcoming_charge': {
    subject: 'Tu suscripción en {store} se renueva pronto',
    heading: 'Tu suscripción se renueva pronto',
    text: 'Se cobrarán {amount} por {product}.',
  },
  openPortal: 'Tus pedidos y recibos',
  'portal.link': {
    subject: 'Tu enlace a {store}',
    heading: 'Ve tus pedidos',
    text: 'Pulsa el botón para ver tus pedidos y recibos en {store}. Funciona una sola vez, durante 30 minutos. Si no lo pediste, ignora este mensaje.',
  },
};
