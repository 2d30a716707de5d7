-- What staff recorded of an operator: licenses, agreement, pay, and the acts it may do for people. Null: none yet, and every act stays open.
alter table operators add column terms jsonb;
