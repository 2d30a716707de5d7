-- Who asked us not to email them about applications that somebody else started. The key is a MAC of the address.
create table email_stops (
  recipient_mac bytea primary key,
  stopped_at timestamptz not null
);
