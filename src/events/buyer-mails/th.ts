import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const th: Translation<typeof en> = {
  testMark: '[ทดสอบ]',
  footer: 'ส่งในนามของ {store}',
  purchase: 'รายการที่คุณซื้อ',
  methods: { card: 'บัตร', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: 'สินค้า',
    amount: 'จำนวนเงิน',
    refunded: 'คืนเงินแล้ว',
    paidWith: 'ชำระด้วย',
    date: 'วันที่',
    period: 'รอบปัจจุบัน',
    nextCharge: 'การเรียกเก็บครั้งถัดไป',
    reason: 'เหตุผล',
    order: 'คำสั่งซื้อ',
  },
  reasons: {
    card_declined: 'ธนาคารของคุณปฏิเสธบัตรนี้',
    insufficient_funds: 'วงเงินในบัตรไม่เพียงพอ',
    expired_card: 'บัตรหมดอายุแล้ว',
    incorrect_cvc: 'รหัสความปลอดภัยไม่ตรงกับบัตร',
  },
  'order.completed': {
    subject: 'คำสั่งซื้อของคุณจาก {store}',
    heading: 'ขอบคุณสำหรับคำสั่งซื้อ',
    text: 'ได้รับการชำระเงินสำหรับ {product} แล้ว',
  },
  'subscription.activated': {
    subject: 'การสมัครสมาชิก {product} ของคุณที่ {store}',
    heading: 'การสมัครสมาชิกของคุณเริ่มแล้ว',
    text: 'ระบบจะต่ออายุอัตโนมัติเมื่อสิ้นสุดแต่ละรอบจนกว่าคุณจะยกเลิก',
  },
  trial_started: {
    subject: 'การทดลองใช้ {product} ฟรีที่ {store}',
    heading: 'เริ่มทดลองใช้ฟรีแล้ว',
    text: 'ระบบจะเรียกเก็บเงินเมื่อสิ้นสุดการทดลอง เว้นแต่คุณจะยกเลิกก่อน',
  },
  'subscription.renewed': {
    subject: 'ต่ออายุสมาชิกของคุณที่ {store} แล้ว',
    heading: 'ต่ออายุสมาชิกแล้ว',
    text: 'ได้รับการชำระเงินสำหรับ {product} แล้ว',
  },
  'subscription.canceling': {
    subject: 'การยกเลิกของคุณที่ {store}',
    heading: 'ยกเลิกสมาชิกแล้ว',
    text: 'คุณยังใช้ {product} ได้จนสิ้นสุดรอบ และจะไม่มีการเรียกเก็บเงินอีก',
  },
  'subscription.plan_changed': {
    subject: 'เปลี่ยนแพ็กเกจของคุณที่ {store} แล้ว',
    heading: 'เปลี่ยนแพ็กเกจแล้ว',
    text: 'ขณะนี้คุณเป็นสมาชิก {product}',
  },
  'subscription.plan_change_scheduled': {
    subject: 'แพ็กเกจของคุณที่ {store} จะเปลี่ยน',
    heading: 'แพ็กเกจของคุณจะเปลี่ยน',
    text: '{product} จะมาแทน {current} ในวันที่ {date} ก่อนหน้านั้นจะไม่มีอะไรเปลี่ยนแปลง',
  },
  'subscription.plan_change_withdrawn': {
    subject: 'แพ็กเกจของคุณที่ {store} ยังคงเดิม',
    heading: 'แพ็กเกจของคุณยังคงเดิม',
    text: 'จะไม่มีการเปลี่ยนเป็น {product} คุณยังเป็นสมาชิก {current} ต่อไป',
  },
  'subscription.plan_change_failed': {
    subject: 'เปลี่ยนแพ็กเกจของคุณที่ {store} ไม่สำเร็จ',
    heading: 'เปลี่ยนแพ็กเกจไม่สำเร็จ',
    text: 'เราไม่สามารถเรียกเก็บเงินสำหรับ {product} ได้ คุณยังเป็นสมาชิก {current} ต่อไป',
  },
  'subscription.canceled': {
    subject: 'สมาชิกของคุณที่ {store} สิ้นสุดแล้ว',
    heading: 'สมาชิกของคุณสิ้นสุดแล้ว',
    text: 'สิทธิ์การใช้ {product} ของคุณสิ้นสุดแล้ว',
  },
  'subscription.past_due': {
    subject: 'การชำระเงินให้ {store} ไม่สำเร็จ',
    heading: 'การชำระเงินไม่สำเร็จ',
    text: 'เราไม่สามารถเรียกเก็บเงินสำหรับ {product} ได้ และจะลองอีกครั้งในไม่กี่วันข้างหน้า',
  },
  'refund.succeeded': {
    subject: 'การคืนเงินจาก {store}',
    heading: 'กำลังคืนเงินให้คุณ',
    text: '{refunded} สำหรับ {product} จะคืนไปยังช่องทางที่คุณชำระ',
  },
  'subscription.trial_ending': {
    subject: 'การทดลองใช้ที่ {store} ใกล้สิ้นสุด',
    heading: 'การทดลองใช้ใกล้สิ้นสุด',
    text: 'หลังจากนั้น {product} มีราคา {amount} ต่อรอบ ยกเลิกก่อนเพื่อไม่ต้องชำระเงิน',
  },
  'subscription.upcoming_charge': {
    subject: 'สมาชิกของคุณที่ {store} ใกล้ต่ออายุ',
    heading: 'สมาชิกของคุณใกล้ต่ออายุ',
    text: 'จะมีการเรียกเก็บ {amount} สำหรับ {product}',
  },
  openPortal: 'คำสั่งซื้อและใบเสร็จของคุณ',
  'portal.link': {
    subject: 'ลิงก์ของคุณไปยัง {store}',
    heading: 'ดูคำสั่งซื้อของคุณ',
    text: 'กดปุ่มเพื่อดูคำสั่งซื้อและใบเสร็จของคุณที่ {store} ลิงก์ใช้ได้ครั้งเดียวภายใน 30 นาที หากคุณไม่ได้ขอ โปรดเพิกเฉยต่อข้อความนี้',
  },
};
