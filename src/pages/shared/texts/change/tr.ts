import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const tr: Translation<typeof en> = {
  changeTitle: 'Planınızı değiştirin',
  changeFrom: 'Geçerli plan',
  changeTo: 'Yeni plan',
  changePer: {
    weekly: 'Her hafta {price}',
    monthly: 'Her ay {price}',
    quarterly: 'Her 3 ayda bir {price}',
    yearly: 'Her yıl {price}',
  },
  changeDetails: 'Ödeyeceğiniz tutar',
  changePrice: 'Yeni planın fiyatı',
  changeCredit: 'Geçerli planınızın kullanılmayan süresi',
  changeDiscount: 'İndirim',
  changeDueNow: 'Şimdi ödenecek',
  changeDueLater: '{day} tarihinde ödenecek',
  changeNext: 'Sonraki ödeme',
  changeNextOn: '{day}: {price}',
  changeNow: 'Yeni plan hemen başlar ve geçerli planınızın yerini alır.',
  changeLater: 'Geçerli planınız {day} tarihine kadar sürer. Öncesinde ücret alınmaz.',
  changeForfeit:
    'Kullanılmayan süreniz yeni plandan daha değerli. {price} tutarındaki fark iade edilmez.',
  changePayWith: 'Ödeme yöntemi',
  changeSavedMethod: 'Aboneliğinizin ödeme yöntemi',
  changeOtherCard: 'Başka bir kart',
  changeConfirmPay: 'Onayla ve {price} öde',
  changeConfirm: 'Değişikliği onayla',
  changeConfirming: 'Planınız değiştiriliyor…',
  changeOtherAmount: 'Ödenecek tutar değişti. Kontrol edip yeniden onaylayın.',
  changedTitle: 'Planınız değiştirildi',
  changedText: 'Artık {product} abonesisiniz. Teşekkürler.',
  changeScheduledTitle: 'Planınız değişecek',
  changeScheduledText: '{day} tarihinden itibaren {product} abonesisiniz. Teşekkürler.',
  changePendingTitle: 'Ödemeniz işleniyor',
  changePendingText:
    'Ödeme tamamlanır tamamlanmaz planınız değişir. Biraz sonra bu sayfayı yeniden yükleyin.',
  changeExpiredText: 'Hiçbir şey değişmedi. {store} sitesine dönüp yeniden başlayın.',
  changeImpossibleTitle: 'Bu plan şu anda değiştirilemiyor',
  changeImpossibleText:
    'Abonelik sona erdi, sona ermek üzere veya ödenmemiş bakiyesi var. {store} ile iletişime geçin.',
};
