import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const id: Translation<typeof en> = {
  changeTitle: 'Ubah paket Anda',
  changeFrom: 'Paket saat ini',
  changeTo: 'Paket baru',
  changePer: {
    weekly: '{price} setiap minggu',
    monthly: '{price} setiap bulan',
    quarterly: '{price} setiap 3 bulan',
    yearly: '{price} setiap tahun',
  },
  changeDetails: 'Yang Anda bayar',
  changePrice: 'Harga paket baru',
  changeCredit: 'Sisa waktu paket Anda saat ini',
  changeDiscount: 'Kredit',
  changeDueNow: 'Dibayar sekarang',
  changeDueLater: 'Dibayar pada {day}',
  changeNext: 'Pembayaran berikutnya',
  changeNextOn: '{price} pada {day}',
  changeNow: 'Paket baru langsung dimulai dan menggantikan paket Anda saat ini.',
  changeLater: 'Paket Anda saat ini tetap berlaku sampai {day}. Tidak ada tagihan sebelum itu.',
  changeForfeit:
    'Sisa waktu Anda bernilai lebih dari harga paket baru. Selisih {price} tidak dikembalikan.',
  changePayWith: 'Metode pembayaran',
  changeSavedMethod: 'Metode pembayaran langganan Anda',
  changeOtherCard: 'Kartu lain',
  changeConfirmPay: 'Konfirmasi dan bayar {price}',
  changeConfirm: 'Konfirmasi perubahan',
  changeConfirming: 'Mengubah paket Anda…',
  changeOtherAmount: 'Jumlah yang harus dibayar telah berubah. Periksa dan konfirmasi lagi.',
  changedTitle: 'Paket Anda telah diubah',
  changedText: 'Anda kini berlangganan {product}. Terima kasih.',
  changeScheduledTitle: 'Paket Anda akan berubah',
  changeScheduledText: 'Mulai {day} Anda berlangganan {product}. Terima kasih.',
  changePendingTitle: 'Pembayaran Anda sedang diproses',
  changePendingText:
    'Paket Anda berubah segera setelah pembayaran selesai. Muat ulang halaman ini sebentar lagi.',
  changeExpiredText: 'Tidak ada yang diubah. Kembali ke {store} dan mulai lagi.',
  changeImpossibleTitle: 'Paket ini tidak dapat diubah sekarang',
  changeImpossibleText:
    'Langganan telah berakhir, akan segera berakhir, atau masih memiliki tunggakan. Tanyakan kepada {store}.',
};
