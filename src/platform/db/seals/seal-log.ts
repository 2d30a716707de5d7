import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { countInSql, type DatabaseRow, rowKey, type SealedTable } from './row-seal.ts'

/**
 * Entries that repeat a seal, though no two writes make the same, or do not count one more than the entry before, in SQL.
 * Earlier releases did not count: they may have sealed rows until a day after the first anchor that says so, which is
 * more than a rolling deploy takes.
 */
export const outOfTurn = (entries: string): string => `
  counting as (
    select coalesce((select last_seq from seal_anchors where anchor = first.anchor - 1), 0) as from_seq, (
      select last_seq from seal_anchors as later
      where later.anchor > first.anchor and later.anchored_at > first.anchored_at + interval '1 day'
      order by anchor limit 1
    ) as uncounted_until
    from seal_anchors as first where counted order by anchor limit 1
  ), counted as (
    select row_key, seq, seal, ${countInSql('seal')} as count,
      lag(seal) over (partition by row_key order by seq) as before
    from seal_log where ${entries}
  ), out_of_turn as (
    select row_key from counted, counting
    where seal is not null and seq > from_seq and case when count = 0 then seq > uncounted_until
      else count <> ${countInSql('before')} + 1 end
    union all
    select row_key from counted where seal is not null group by row_key, seal having count(*) > 1
  )`

/** A row may have thousands of entries, and is read often. `bindery audit verify` reads all of them. */
const LOOKED_AT = 32

/** The seal that the log of a row ends with, in SQL, or null if its counts have a gap or a decrease. `of`: the table, or its alias. */
export const loggedSeal = ({ table, keyInLog }: SealedTable, of: string): string =>
  `(select case when bool_and(log.count = greatest(log.newest - log.back, 0)) then (array_agg(log.seal))[1] end
    from (
      select seal, count, first_value(count) over () as newest, row_number() over () - 1 as back
      from (
        select seal, ${countInSql('seal')} as count from seal_log
        where table_name = '${table}' and row_key = ${keyInLog(of)} order by seq desc limit ${LOOKED_AT}
      ) as entries
    ) as log)`

/** What verify says about one row. Slow, so only for one whose log does not look right. */
export const isInTurn = async (
  connection: DatabaseConnection,
  table: SealedTable,
  row: DatabaseRow,
): Promise<boolean> => {
  const entries = 'table_name = $1 and row_key = $2'
  const { rows } = await connection.executeQuery<{ holds: boolean | null }>(
    CompiledQuery.raw(
      `with ${outOfTurn(entries)}
       select (select seal from seal_log where ${entries} order by seq desc limit 1) = $3
         and not exists (select from out_of_turn)
         and not (${table.deletion === 'never'} and exists (select from seal_log where ${entries} and deleted)) as holds`,
      [table.table, rowKey(table, row), row.seal],
    ),
  )
  return rows[0]?.holds === true
}
