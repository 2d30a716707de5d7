-- Each of these references cost a look-up and a lock of the application for every row. The service writes the row
-- with its application in one transaction, and its role cannot delete applications.
alter table audit_entries drop constraint audit_entries_uid_fkey;
alter table property_rows drop constraint property_rows_uid_fkey;
alter table changes drop constraint changes_uid_fkey;

-- PostgreSQL reads and plans a check anew for every statement. The service writes constants of its own here.
alter table intakes drop constraint intakes_line_check;
alter table property_rows drop constraint property_rows_status_check;

-- Most stored responses fit on a page with their row. They are read seldom and kept for a day.
alter table replays set (toast_tuple_target = 8160);
