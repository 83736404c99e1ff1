import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const tr: Translation<typeof en> = {
  testMark: '[Deneme]',
  footer: '{store} adına gönderildi.',
  purchase: 'satın aldığınız ürün',
  methods: { card: 'Kart', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: 'Ürün',
    amount: 'Tutar',
    refunded: 'İade edilen',
    paidWith: 'Ödeme yöntemi',
    date: 'Tarih',
    period: 'Geçerli dönem',
    nextCharge: 'Sonraki tahsilat',
    reason: 'Neden',
    order: 'Sipariş',
  },
  reasons: {
    card_declined: 'Bankanız kartı reddetti.',
    insufficient_funds: 'Kartta yeterli bakiye yok.',
    expired_card: 'Kartın süresi dolmuş.',
    incorrect_cvc: 'Güvenlik kodu karttakiyle eşleşmiyor.',
  },
  'order.completed': {
    subject: '{store} siparişiniz',
    heading: 'Siparişiniz için teşekkürler',
    text: '{product} için ödemenizi aldık.',
  },
  'subscription.activated': {
    subject: '{store} aboneliğiniz: {product}',
    heading: 'Aboneliğiniz başladı',
    text: 'Siz iptal edene kadar her dönemin sonunda kendiliğinden yenilenir.',
  },
  trial_started: {
    subject: '{store} ücretsiz denemeniz: {product}',
    heading: 'Ücretsiz denemeniz başladı',
    text: 'Daha önce iptal etmezseniz deneme bittiğinde ücret alınır.',
  },
  'subscription.renewed': {
    subject: '{store} aboneliğiniz yenilendi',
    heading: 'Aboneliğiniz yenilendi',
    text: '{product} için ödemenizi aldık.',
  },
  'subscription.canceling': {
    subject: '{store} iptal işleminiz',
    heading: 'Aboneliğiniz iptal edildi',
    text: 'Dönem sonuna kadar {product} erişiminiz sürer. Başka ücret alınmaz.',
  },
  'subscription.plan_changed': {
    subject: '{store} planınız değişti',
    heading: 'Planınız değişti',
    text: 'Artık {product} abonesisiniz.',
  },
  'subscription.plan_change_scheduled': {
    subject: '{store} planınız değişecek',
    heading: 'Planınız değişecek',
    text: '{date} tarihinde {current} yerine {product} başlar. O zamana kadar hiçbir şey değişmez.',
  },
  'subscription.plan_change_withdrawn': {
    subject: '{store} planınız aynı kalıyor',
    heading: 'Planınız aynı kalıyor',
    text: '{product} planına geçiş yapılmayacak. {current} aboneliğiniz sürüyor.',
  },
  'subscription.plan_change_failed': {
    subject: '{store} planınız değiştirilemedi',
    heading: 'Planınız değiştirilemedi',
    text: '{product} için ücret alamadık. {current} aboneliğiniz sürüyor.',
  },
  'subscription.canceled': {
    subject: '{store} aboneliğiniz sona erdi',
    heading: 'Aboneliğiniz sona erdi',
    text: '{product} erişiminiz sona erdi.',
  },
  'subscription.past_due': {
    subject: '{store} ödemeniz başarısız oldu',
    heading: 'Ödemeniz başarısız oldu',
    text: '{product} için ücret alamadık. Önümüzdeki günlerde yeniden deneyeceğiz.',
  },
  'refund.succeeded': {
    subject: '{store} iadeniz',
    heading: 'İadeniz yolda',
    text: '{product} için {refunded}, ödeme yaptığınız yönteme iade ediliyor.',
  },
  'subscription.trial_ending': {
    subject: '{store} denemeniz yakında bitiyor',
    heading: 'Denemeniz yakında bitiyor',
    text: 'Sonrasında {product} dönem başına {amount}. Ödeme yapmamak için önceden iptal edin.',
  },
  'subscription.upcoming_charge': {
    subject: '{store} aboneliğiniz yakında yenileniyor',
    heading: 'Aboneliğiniz yakında yenileniyor',
    text: '{product} için {amount} tahsil edilecek.',
  },
  openPortal: 'Siparişleriniz ve makbuzlarınız',
  'portal.link': {
    subject: '{store} bağlantınız',
    heading: 'Siparişlerinizi görün',
    text: '{store} mağazasındaki siparişlerinizi ve makbuzlarınızı görmek için düğmeye basın. Bağlantı bir kez, 30 dakika boyunca çalışır. Siz istemediyseniz bu iletiyi dikkate almayın.',
  },
};
