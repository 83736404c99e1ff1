import type { Language } from '../../../kit/languages.ts';
import type { Translation } from '../../../kit/messages.ts';
import type { Table } from './table.ts';

/** What a region says otherwise than its base language. */
export const regionalTexts: Readonly<Partial<Record<Language, Partial<Translation<Table>>>>> = {
  'en-HK': { postcode: 'Postcode', postcodeError: 'Enter your province or your postcode.' },
  'en-KE': { postcode: 'Postcode', postcodeError: 'Enter your province or your postcode.' },
  'en-NG': { postcode: 'Postcode', postcodeError: 'Enter your province or your postcode.' },
  'es-CL': { taxId: 'RUT o identificación fiscal', receipt: 'Comprobante' },
  'es-CO': { taxId: 'NIT o identificación fiscal' },
  'es-MX': { taxId: 'RFC o identificación fiscal' },
  'es-PE': { taxId: 'RUC o identificación fiscal', receipt: 'Comprobante' },
  'zh-Hant-HK': {
    email: '電郵',
    receiptEmail: '電郵',
    emailError: '請輸入您的電郵，例如 name@example.com。',
    postcode: '郵政編碼',
    zipCode: '郵政編碼 (ZIP)',
    postcodeError: '請輸入您所在的省或郵政編碼。',
    taxId: '商業登記號碼或稅號',
    watchVideo: '觀看短片',
    currency: '貨幣',
    cardEnding: '{brand}（末四位 {last4}）',
  },
  'zh-Hans-HK': { taxId: '商业登记号码或税号' },
};
