-- The key that this one came from by rotation, whose id and end it keeps. Null: it is the first, or a main key.
alter table credentials add column first_id text references credentials;
