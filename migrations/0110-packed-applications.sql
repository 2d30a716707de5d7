-- Applications and stored responses are packed, and seals cover the encrypted addresses of consents, once no release runs
-- that cannot read that: at once in a new database, and a day after this migration otherwise.
alter table secret_canary add column earlier_until timestamptz;
update secret_canary set earlier_until = clock_timestamp() + interval '1 day';
