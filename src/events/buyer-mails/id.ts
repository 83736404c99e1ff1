import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const id: Translation<typeof en> = {
  testMark: '[Uji]',
  footer: 'Dikirim atas nama {store}.',
  purchase: 'pembelian Anda',
  methods: { card: 'Kartu', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: 'Produk',
    amount: 'Jumlah',
    refunded: 'Dikembalikan',
    paidWith: 'Dibayar dengan',
    date: 'Tanggal',
    period: 'Periode saat ini',
    nextCharge: 'Tagihan berikutnya',
    reason: 'Alasan',
    order: 'Pesanan',
  },
  reasons: {
    card_declined: 'Bank Anda menolak kartu ini.',
    insufficient_funds: 'Dana pada kartu tidak mencukupi.',
    expired_card: 'Kartu sudah kedaluwarsa.',
    incorrect_cvc: 'Kode keamanan tidak cocok dengan kartu.',
  },
  'order.completed': {
    subject: 'Pesanan Anda dari {store}',
    heading: 'Terima kasih atas pesanan Anda',
    text: 'Pembayaran Anda untuk {product} telah diterima.',
  },
  'subscription.activated': {
    subject: 'Langganan {product} Anda di {store}',
    heading: 'Langganan Anda telah dimulai',
    text: 'Langganan diperpanjang otomatis di akhir setiap periode sampai Anda membatalkannya.',
  },
  trial_started: {
    subject: 'Uji coba gratis {product} Anda di {store}',
    heading: 'Uji coba gratis Anda telah dimulai',
    text: 'Anda akan ditagih saat uji coba berakhir, kecuali Anda membatalkannya sebelum itu.',
  },
  'subscription.renewed': {
    subject: 'Langganan Anda di {store} telah diperpanjang',
    heading: 'Langganan Anda telah diperpanjang',
    text: 'Pembayaran Anda untuk {product} telah diterima.',
  },
  'subscription.canceling': {
    subject: 'Pembatalan Anda di {store}',
    heading: 'Langganan Anda dibatalkan',
    text: 'Anda tetap dapat mengakses {product} sampai periode berakhir. Tidak ada lagi tagihan.',
  },
  'subscription.plan_changed': {
    subject: 'Paket Anda di {store} telah diubah',
    heading: 'Paket Anda telah diubah',
    text: 'Anda kini berlangganan {product}.',
  },
  'subscription.plan_change_scheduled': {
    subject: 'Paket Anda di {store} akan berubah',
    heading: 'Paket Anda akan berubah',
    text: '{product} akan menggantikan {current} pada {date}. Sampai saat itu tidak ada yang berubah.',
  },
  'subscription.plan_change_withdrawn': {
    subject: 'Paket Anda di {store} tetap sama',
    heading: 'Paket Anda tetap sama',
    text: 'Perubahan ke {product} tidak akan dilakukan. Anda tetap berlangganan {current}.',
  },
  'subscription.plan_change_failed': {
    subject: 'Paket Anda di {store} tidak dapat diubah',
    heading: 'Paket Anda tidak dapat diubah',
    text: 'Kami tidak dapat menagih Anda untuk {product}. Anda tetap berlangganan {current}.',
  },
  'subscription.canceled': {
    subject: 'Langganan Anda di {store} telah berakhir',
    heading: 'Langganan Anda telah berakhir',
    text: 'Akses Anda ke {product} telah berakhir.',
  },
  'subscription.past_due': {
    subject: 'Pembayaran Anda ke {store} gagal',
    heading: 'Pembayaran Anda gagal',
    text: 'Kami tidak dapat menagih Anda untuk {product}. Kami akan mencoba lagi dalam beberapa hari ke depan.',
  },
  'refund.succeeded': {
    subject: 'Pengembalian dana Anda dari {store}',
    heading: 'Pengembalian dana Anda sedang diproses',
    text: '{refunded} untuk {product} dikembalikan ke metode pembayaran Anda.',
  },
  'subscription.trial_ending': {
    subject: 'Uji coba Anda di {store} segera berakhir',
    heading: 'Uji coba Anda segera berakhir',
    text: 'Setelah itu, {product} berharga {amount} per periode. Batalkan sebelumnya agar tidak membayar.',
  },
  'subscription.upcoming_charge': {
    subject: 'Langganan Anda di {store} segera diperpanjang',
    heading: 'Langganan Anda segera diperpanjang',
    text: '{amount} akan ditagih untuk {product}.',
  },
  openPortal: 'Pesanan dan kuitansi Anda',
  'portal.link': {
    subject: 'Tautan Anda ke {store}',
    heading: 'Lihat pesanan Anda',
    text: 'Tekan tombol untuk melihat pesanan dan kuitansi Anda di {store}. Berlaku sekali, selama 30 menit. Jika Anda tidak memintanya, abaikan pesan ini.',
  },
};
