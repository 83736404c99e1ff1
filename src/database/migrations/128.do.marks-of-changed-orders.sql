-- A renewal sets an order's status to what it is. Marking the days of all its payments each time made the marks
-- grow with the square of its renewals.
drop trigger order_marks_days on orders;
create trigger new_order_marks_day after insert on orders
  for each row execute function mark_days_of_order();
create trigger order_marks_days after update of status, buyer_email, billing_detail, currency,
    subtotal_minor, tax_minor, total_minor, tax_category, product_id on orders
  for each row when ((old.status, old.buyer_email, old.billing_detail, old.currency, old.subtotal_minor,
      old.tax_minor, old.total_minor, old.tax_category, old.product_id)
    is distinct from (new.status, new.buyer_email, new.billing_detail, new.currency, new.subtotal_minor,
      new.tax_minor, new.total_minor, new.tax_category, new.product_id))
  execute function mark_days_of_order();
