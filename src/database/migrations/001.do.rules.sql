-- What several tables keep to: the legal moves of states, rows that never change, the size of answers.

-- The legal moves of every state machine. The domain's tables of moves mirror these rows; each table's
-- own stand beside it.
create table state_move (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);

-- Refuses a change of `status` that is no legal move of the machine named in the trigger.
create function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not exists (
    select from state_move
    where machine = tg_argv[0] and from_state = old.status and to_state = new.status
  ) then
    raise exception 'illegal move of % from % to %', tg_argv[0], old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Ends a statement whose answer grows larger than any answer may be, before it is built in full.
create function refuse_large_answer(bytes bigint) returns text
  language plpgsql stable as $$
begin
  raise exception 'the answer has % bytes by now', bytes using errcode = 'TG413';
end
$$;

-- The Short ID of a UUID, for the books to be checked inside the database: events name their subject
-- that way. The service itself encodes in `kit/id.ts`.
create function short_id(prefix text, id uuid) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  hex constant text := replace(id::text, '-', '');
  rest numeric := 0;
  digits text := '';
begin
  for part in 0..3 loop
    rest := rest * 4294967296 + ('x' || substr(hex, part * 8 + 1, 8))::bit(32)::bigint;
  end loop;
  for place in 1..22 loop
    digits := substr(alphabet, mod(rest, 62)::integer + 1, 1) || digits;
    rest := div(rest, 62);
  end loop;
  return prefix || '_' || digits;
end
$$;

-- Where this database was when it last worked: a copy elsewhere must not charge, post or mail.
create table installation (
  only_one boolean primary key default true check (only_one),
  fingerprint text not null,
  recorded_at timestamptz not null
);
