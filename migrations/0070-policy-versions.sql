-- What the carrier issued, from when on: one row for each version. Policies from before are filled in by a job.
create table policy_versions (
  policy_id text not null references policies,
  version integer not null check (version > 0),
  uid text not null references intakes,
  effective_from text not null,
  basis text not null check (basis in ('issued', 'declarations', 'endorsement', 'renewal', 'correction')),
  -- Sealed: the terms, and why this version was recorded.
  facts bytea not null,
  -- The page it rests on.
  document_id text references policy_documents,
  recorded_by text not null,
  recorded_at timestamptz not null,
  seal bytea,
  primary key (policy_id, version)
);
create index policy_versions_uid on policy_versions (uid);

-- Erasure and a new key write only the facts and the seal.
create function refuse_change_of_version() returns trigger language plpgsql as $$
begin
  raise exception 'A version of a policy is never changed or deleted. Record another one.';
end $$;
create trigger version_kept before update on policy_versions for each row
  when ((old.policy_id, old.version, old.uid, old.effective_from, old.basis, old.document_id, old.recorded_by, old.recorded_at)
    is distinct from (new.policy_id, new.version, new.uid, new.effective_from, new.basis, new.document_id, new.recorded_by, new.recorded_at))
  execute function refuse_change_of_version();
create trigger version_stays before delete on policy_versions
  for each row execute function refuse_change_of_version();

create function log_seal_of_policy_versions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted)
    values ('policy_versions', old.policy_id || '/' || old.version, null, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted)
    values ('policy_versions', new.policy_id || '/' || new.version, null, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on policy_versions
  for each row execute function log_seal_of_policy_versions();
create trigger seal_renewed after update on policy_versions
  for each row when (old.seal is distinct from new.seal) execute function log_seal_of_policy_versions();
create trigger seal_kept before update on policy_versions for each row
  when (substring(old.seal from 5 for 3) = 'cnt' and substring(new.seal from 5 for 3) = 'cnt'
    and old.seal <> new.seal and substring(new.seal from 8 for 3) <= substring(old.seal from 8 for 3))
  execute function refuse_older_seal();
do $$
begin
  execute format('alter function log_seal_of_policy_versions() security definer set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
revoke execute on function log_seal_of_policy_versions() from public;
