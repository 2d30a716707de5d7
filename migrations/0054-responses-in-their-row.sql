-- Most stored responses fit on a page with their row. They are read seldom and kept for a day.
alter table replays set (toast_tuple_target = 8160);
