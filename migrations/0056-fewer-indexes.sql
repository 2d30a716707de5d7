-- property_rows_mode has the same rows in the same order.
drop index property_rows_sandbox;
-- Rows are found by their owner and row_id, and the database numbers them itself.
alter table property_rows drop constraint property_rows_row_id_key;
