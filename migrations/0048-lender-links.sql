-- Links with which a lender reads the evidence of one policy. Only the hash of the token is kept.
create table lender_links (
  link_id text primary key,
  uid text not null references intakes,
  policy_id text not null references policies,
  token_hash bytea not null unique,
  -- The lender it is for, counted from 1 by rank. Null: all of them.
  mortgagee integer check (mortgagee > 0),
  made_by text not null check (made_by in ('insured', 'operator', 'staff')),
  actor text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text,
  seal bytea,
  check ((revoked_at is null) = (revoked_by is null))
);
create index lender_links_uid on lender_links (uid);

create function log_seal_of_lender_links() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('lender_links', old.link_id, null, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('lender_links', new.link_id, null, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on lender_links
  for each row execute function log_seal_of_lender_links();
create trigger seal_renewed after update on lender_links
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_lender_links();

-- Each time such a link was opened. Erasing the application deletes its rows.
create table lender_link_openings (
  opening_id text primary key,
  link_id text not null references lender_links,
  uid text not null references intakes,
  -- The page, or the name of the file.
  what text not null,
  opened_at timestamptz not null,
  -- Sealed: the address and the user agent.
  visitor bytea not null
);
create index lender_link_openings_link on lender_link_openings (link_id, opened_at);
create index lender_link_openings_uid on lender_link_openings (uid);
