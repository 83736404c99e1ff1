-- What the fingerprint was made of, and the server's timeline: so that the service can say what differs.
alter table installation add column surroundings text;
