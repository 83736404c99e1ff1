import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const ms: Translation<typeof en> = {
  testMark: '[Ujian]',
  footer: 'Dihantar bagi pihak {store}.',
  purchase: 'pembelian anda',
  methods: { card: 'Kad', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: 'Produk',
    amount: 'Jumlah',
    refunded: 'Dibayar balik',
    paidWith: 'Dibayar dengan',
    date: 'Tarikh',
    period: 'Tempoh semasa',
    nextCharge: 'Caj seterusnya',
    reason: 'Sebab',
    order: 'Pesanan',
  },
  reasons: {
    card_declined: 'Bank anda menolak kad ini.',
    insufficient_funds: 'Baki kad tidak mencukupi.',
    expired_card: 'Kad telah tamat tempoh.',
    incorrect_cvc: 'Kod keselamatan tidak sepadan dengan kad.',
  },
  'order.completed': {
    subject: 'Pesanan anda daripada {store}',
    heading: 'Terima kasih atas pesanan anda',
    text: 'Pembayaran anda untuk {product} telah diterima.',
  },
  'subscription.activated': {
    subject: 'Langganan {product} anda di {store}',
    heading: 'Langganan anda telah bermula',
    text: 'Langganan diperbaharui secara automatik pada akhir setiap tempoh sehingga anda membatalkannya.',
  },
  trial_started: {
    subject: 'Percubaan percuma {product} anda di {store}',
    heading: 'Percubaan percuma anda telah bermula',
    text: 'Anda akan dicaj apabila percubaan tamat, melainkan anda membatalkannya sebelum itu.',
  },
  'subscription.renewed': {
    subject: 'Langganan anda di {store} telah diperbaharui',
    heading: 'Langganan anda telah diperbaharui',
    text: 'Pembayaran anda untuk {product} telah diterima.',
  },
  'subscription.canceling': {
    subject: 'Pembatalan anda di {store}',
    heading: 'Langganan anda dibatalkan',
    text: 'Anda masih boleh mengakses {product} sehingga tempoh tamat. Tiada lagi caj dikenakan.',
  },
  'subscription.plan_changed': {
    subject: 'Pelan anda di {store} telah ditukar',
    heading: 'Pelan anda telah ditukar',
    text: 'Anda kini melanggan {product}.',
  },
  'subscription.plan_change_scheduled': {
    subject: 'Pelan anda di {store} akan bertukar',
    heading: 'Pelan anda akan bertukar',
    text: '{product} akan menggantikan {current} pada {date}. Tiada apa-apa berubah sehingga itu.',
  },
  'subscription.plan_change_withdrawn': {
    subject: 'Pelan anda di {store} kekal',
    heading: 'Pelan anda kekal seperti sedia ada',
    text: 'Pertukaran kepada {product} tidak akan dibuat. Anda kekal melanggan {current}.',
  },
  'subscription.plan_change_failed': {
    subject: 'Pelan anda di {store} tidak dapat ditukar',
    heading: 'Pelan anda tidak dapat ditukar',
    text: 'Kami tidak dapat mengenakan caj untuk {product}. Anda kekal melanggan {current}.',
  },
  'subscription.canceled': {
    subject: 'Langganan anda di {store} telah tamat',
    heading: 'Langganan anda telah tamat',
    text: 'Akses anda kepada {product} telah tamat.',
  },
  'subscription.past_due': {
    subject: 'Pembayaran anda kepada {store} gagal',
    heading: 'Pembayaran anda gagal',
    text: 'Kami tidak dapat mengenakan caj untuk {product}. Kami akan cuba lagi dalam beberapa hari.',
  },
  'refund.succeeded': {
    subject: 'Bayaran balik anda daripada {store}',
    heading: 'Bayaran balik anda sedang diproses',
    text: '{refunded} untuk {product} dikembalikan ke kaedah pembayaran anda.',
  },
  'subscription.trial_ending': {
    subject: 'Percubaan anda di {store} akan tamat',
    heading: 'Percubaan anda akan tamat tidak lama lagi',
    text: 'Selepas itu, harga {product} ialah {amount} setiap tempoh. Batalkan sebelum itu untuk tidak membayar apa-apa.',
  },
  'subscription.upcoming_charge': {
    subject: 'Langganan anda di {store} akan diperbaharui',
    heading: 'Langganan anda akan diperbaharui tidak lama lagi',
    text: '{amount} akan dicaj untuk {product}.',
  },
  openPortal: 'Pesanan dan resit anda',
  'portal.link': {
    subject: 'Pautan anda ke {store}',
    heading: 'Lihat pesanan anda',
    text: 'Tekan butang untuk melihat pesanan dan resit anda di {store}. Ia berfungsi sekali sahaja, selama 30 minit. Jika anda tidak memintanya, abaikan mesej ini.',
  },
};
