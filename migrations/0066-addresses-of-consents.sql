-- From which IP address a consent came, encrypted. Earlier rows have it in address.
alter table consents add column sealed_address bytea;
