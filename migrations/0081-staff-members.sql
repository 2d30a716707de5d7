-- Who works at the desk. STAFF_EMAILS adds admins only while there are none; staff are managed at /desk/staff.
create table staff_members (
  member_id text primary key,
  -- Sealed.
  email bytea not null,
  role text not null check (role in ('viewer', 'agent', 'admin')),
  -- State licenses. Null: on record before licenses were, so none is asked for until one is recorded.
  licenses jsonb,
  added_at timestamptz not null,
  added_by text not null,
  removed_at timestamptz,
  removed_by text,
  seal bytea
);

create function log_seal_of_staff_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('staff_members', old.member_id, null, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('staff_members', new.member_id, null, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on staff_members
  for each row execute function log_seal_of_staff_members();
create trigger seal_renewed after update on staff_members
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_staff_members();
create trigger seal_kept before update on staff_members for each row
  when (substring(old.seal from 5 for 3) = 'cnt' and substring(new.seal from 5 for 3) = 'cnt'
    and old.seal <> new.seal and substring(new.seal from 8 for 3) <= substring(old.seal from 8 for 3))
  execute function refuse_older_seal();
do $$
begin
  execute format('alter function log_seal_of_staff_members() security definer set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
revoke execute on function log_seal_of_staff_members() from public;
