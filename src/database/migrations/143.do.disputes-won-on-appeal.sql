-- A lost dispute can still be won: on appeal, or because the buyer withdraws it.
insert into state_move (machine, from_state, to_state) values ('dispute', 'lost', 'won');
