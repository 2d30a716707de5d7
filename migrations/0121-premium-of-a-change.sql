-- Money that goes back because the policy changed within its period.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('blocked', 'canceled', 'changed', 'overpaid', 'agency'));
