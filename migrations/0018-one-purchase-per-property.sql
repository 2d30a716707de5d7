-- A property that is insured or being bought. Nobody else can buy for it, whoever they are, until the purchase is over.
create table property_purchases (
  line text not null,
  -- A MAC of the plain form of the address: nothing readable at rest.
  address_mac bytea not null,
  uid text not null references intakes,
  item text not null,
  claimed_at timestamptz not null,
  primary key (line, address_mac)
);
create index property_purchases_intake on property_purchases (uid, item);

-- A purchase that a carrier blocked stays at the desk until staff close it.
alter table bind_orders
  add column closed_at timestamptz,
  add column closed_by text,
  -- Sealed: what staff did about it.
  add column close_note bytea;
create index bind_orders_blocked on bind_orders (settled_at) where outcome = 'blocked' and closed_at is null;
