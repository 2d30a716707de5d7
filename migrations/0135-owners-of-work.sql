-- Who looks after a piece of work at the desk. Carrier tasks have their own claim.
create table desk_owners (
  item text primary key,
  uid text not null references intakes,
  owner text not null,
  assigned_by text not null,
  assigned_at timestamptz not null
);
create index desk_owners_uid on desk_owners (uid);
