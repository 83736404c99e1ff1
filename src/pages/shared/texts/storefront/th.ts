import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const th: Translation<typeof en> = {
  products: 'สินค้า',
  noProducts: 'ยังไม่มีสินค้าขายที่นี่',
  currency: 'สกุลเงิน',
  showPrices: 'แสดงราคา',
  buy: 'ซื้อเลย',
  subscribe: 'สมัครสมาชิก',
  previousPage: 'หน้าก่อนหน้า',
  nextPage: 'หน้าถัดไป',
  pageOf: 'หน้า {page, number} จาก {pages, number}',
  allProducts: 'สินค้าทั้งหมดของ {store}',
  pictures: 'รูปภาพ',
  storeUnknownTitle: 'ไม่พบร้านค้านี้',
  storeUnknownText: 'ที่อยู่อาจพิมพ์ผิด หรือร้านค้าปิดไปแล้ว',
  productUnknownTitle: 'ไม่พบสินค้านี้',
  productUnknownText: 'สินค้านี้อาจเลิกขายแล้ว',
  notForSaleTitle: 'ขณะนี้ไม่สามารถซื้อสินค้านี้ได้',
  notForSaleText: 'ยังไม่มีการเรียกเก็บเงิน สอบถาม {store} หรือกลับมาใหม่ภายหลัง',
};
