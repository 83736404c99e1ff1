-- Ends a statement whose answer grows larger than any answer may be, before it is built in full.
create function refuse_large_answer(bytes bigint) returns text
  language plpgsql stable as $$
begin
  raise exception 'the answer has % bytes by now', bytes using errcode = 'TG413';
end
$$;
