import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const ms: Translation<typeof en> = {
  changeTitle: 'Tukar pelan anda',
  changeFrom: 'Pelan semasa',
  changeTo: 'Pelan baharu',
  changePer: {
    weekly: '{price} setiap minggu',
    monthly: '{price} setiap bulan',
    quarterly: '{price} setiap 3 bulan',
    yearly: '{price} setiap tahun',
  },
  changeDetails: 'Yang anda bayar',
  changePrice: 'Harga pelan baharu',
  changeCredit: 'Baki masa pelan semasa anda',
  changeDiscount: 'Kredit',
  changeDueNow: 'Perlu dibayar sekarang',
  changeDueLater: 'Perlu dibayar pada {day}',
  changeNext: 'Pembayaran seterusnya',
  changeNextOn: '{price} pada {day}',
  changeNow: 'Pelan baharu bermula serta-merta dan menggantikan pelan semasa anda.',
  changeLater: 'Pelan semasa anda kekal sehingga {day}. Tiada caj sebelum itu.',
  changeForfeit:
    'Baki masa anda bernilai lebih daripada harga pelan baharu. Beza {price} tidak dibayar balik.',
  changePayWith: 'Kaedah pembayaran',
  changeSavedMethod: 'Kaedah pembayaran langganan anda',
  changeOtherCard: 'Kad lain',
  changeConfirmPay: 'Sahkan dan bayar {price}',
  changeConfirm: 'Sahkan pertukaran',
  changeConfirming: 'Menukar pelan anda…',
  changeOtherAmount: 'Jumlah yang perlu dibayar telah berubah. Semak dan sahkan sekali lagi.',
  changedTitle: 'Pelan anda telah ditukar',
  changedText: 'Anda kini melanggan {product}. Terima kasih.',
  changeScheduledTitle: 'Pelan anda akan ditukar',
  changeScheduledText: 'Mulai {day} anda melanggan {product}. Terima kasih.',
  changePendingTitle: 'Pembayaran anda sedang diproses',
  changePendingText:
    'Pelan anda bertukar sebaik sahaja pembayaran selesai. Muat semula halaman ini sebentar lagi.',
  changeExpiredText: 'Tiada apa-apa yang ditukar. Kembali ke {store} dan mulakan semula.',
  changeImpossibleTitle: 'Pelan ini tidak dapat ditukar sekarang',
  changeImpossibleText:
    'Langganan telah tamat, hampir tamat, atau mempunyai baki belum dibayar. Tanya {store}.',
};
