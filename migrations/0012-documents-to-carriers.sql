-- When the carrier that asked for it had it; until then every order brings it along.
alter table documents add column delivered_at timestamptz;
