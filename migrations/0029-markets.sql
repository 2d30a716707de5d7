-- A carrier may ask another price for an order. The person then decides again.
alter table bind_orders
  drop constraint bind_orders_outcome_check,
  add constraint bind_orders_outcome_check check (outcome in ('bound', 'blocked', 'info_requested', 'price_changed'));

alter table desk_tasks
  drop constraint desk_tasks_outcome_check,
  add constraint desk_tasks_outcome_check
    check (outcome in ('offered', 'declined', 'bound', 'blocked', 'asked', 'repriced'));
