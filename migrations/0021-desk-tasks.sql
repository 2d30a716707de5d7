-- What staff do for a carrier that has no API: quote in its portal, or buy there. One row for each question or order.
create table desk_tasks (
  -- The id of the request to the carrier, so that a request that is repeated stays one task.
  task_id text primary key,
  kind text not null check (kind in ('quote', 'bind')),
  uid text not null references intakes,
  -- Of the quoting. Null for an order.
  revision integer,
  item text not null,
  carrier_id text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- When staff were emailed about it.
  emailed_at timestamptz,
  claimed_by text,
  claimed_at timestamptz,
  -- Sealed: what the carrier asked the person, and the person's answer.
  question bytea,
  asked_at timestamptz,
  answer bytea,
  answered_by text,
  answered_at timestamptz,
  outcome text check (outcome in ('offered', 'declined', 'bound', 'blocked', 'asked')),
  done_by text,
  done_at timestamptz,
  seal bytea
);
create index desk_tasks_open on desk_tasks (due_at, task_id) where done_at is null;
create index desk_tasks_intake on desk_tasks (uid);

create function log_seal_of_desk_tasks() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('desk_tasks', old.task_id, old.uid, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('desk_tasks', new.task_id, new.uid, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on desk_tasks for each row execute function log_seal_of_desk_tasks();
create trigger seal_renewed after update on desk_tasks for each row when (old.seal is distinct from new.seal) execute function log_seal_of_desk_tasks();

-- The declarations page that came with the answer to an order. It becomes the policy's document when the policy is issued.
create table order_declarations (
  order_id text primary key references bind_orders on delete cascade,
  -- Sealed.
  content bytea not null,
  created_at timestamptz not null,
  created_by text not null,
  seal bytea
);

create function log_seal_of_order_declarations() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('order_declarations', old.order_id, null, null, true);
  else
    insert into seal_log (table_name, row_key, about, seal, deleted) values ('order_declarations', new.order_id, null, new.seal, false);
  end if;
  return null;
end $$;
create trigger seal_written after insert or delete on order_declarations for each row execute function log_seal_of_order_declarations();
create trigger seal_renewed after update on order_declarations for each row when (old.seal is distinct from new.seal) execute function log_seal_of_order_declarations();
