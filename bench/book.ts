import { createHash } from 'node:crypto'
import pg from 'pg'
import { createDb } from '../src/platform/db/session.ts'
import { createSealer } from '../src/platform/lib/sealer.ts'
import { type BookPlace, searchByFirst, searchTerms } from '../src/products/line/record/book-store.ts'
import { startDatabase } from './database.ts'
import { median } from './rounds.ts'

const SIZES = [1000, 1_000_000]
const ROUNDS = 200
const PAGE = 26

/**
 * Eight terms a customer, as bytes that look like MACs. One in twenty has the surname, one in twenty the first name, and
 * one in twenty lives in the town. Nobody has surname 3 together with first name 19 or town 7.
 */
const SEED = `
  insert into book_terms (term, at, uid, filing)
  select substr(sha256(term::bytea), 1, 16), timestamptz '2026-01-01' + n * interval '1 second',
    'hom_' || lpad(n::text, 24, '0'), 2
  from generate_series(1, $1::int) n
  cross join lateral (select n % 20 as surname, case n % 400 when 383 then 18 else (n / 20) % 20 end as first) name
  cross join lateral unnest(array[
    'surname ' || surname, 'surname ' || surname || ' ' || n % 400, 'first name ' || first,
    'pair ' || surname || ' ' || first, 'email ' || n, 'phone ' || n, 'operator ' || n % 7, 'town ' || n % 20
  ]) term order by 1`

const termOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 16)

type Terms = [Buffer, ...Buffer[]]

const terms = (...texts: [string, ...string[]]): Terms => texts.map(termOf) as Terms

type Searching = typeof searchTerms
type Step = [Searching, Terms]

/** What the desk looks for, one after the other: two words of a name first as such, then anywhere. */
const SEARCHES: Record<string, Step[]> = {
  'beginning of a surname': [[searchTerms, terms('surname 3')]],
  'surname and first name': [[searchByFirst, terms('pair 3 3', 'surname 3', 'first name 3')]],
  'two common names that nobody has together': [
    [searchByFirst, terms('pair 3 19', 'surname 3', 'first name 19')],
    [searchTerms, terms('surname 3', 'first name 19')],
  ],
  'a common name and a common town that nobody has together': [[searchTerms, terms('surname 3', 'town 7')]],
  'a word of one in 400 and a word of one in 7': [[searchTerms, terms('pair 3 3', 'operator 2')]],
  email: [[searchTerms, terms('email 777')]],
  nothing: [[searchTerms, terms('nobody')]],
}

/** From here on both books have the same entries, so that the work is the same. */
const FAR: BookPlace = { uid: 'hom_', at: new Date('2026-01-01T00:14:00Z') }

const FAR_PAGES = [
  'beginning of a surname',
  'surname and first name',
  'a word of one in 400 and a word of one in 7',
]

type Book = { size: number; pool: pg.Pool }

const CREATE =
  'create table book_terms (term bytea not null, at timestamptz not null, uid text not null, filing smallint not null, primary key (term, at, uid))'

const fill = async (url: string, size: number): Promise<Book> => {
  const schema = `of_${size}`
  const pool = new pg.Pool({ connectionString: url, max: 1, options: `-c search_path=${schema}` })
  await pool.query(`create schema ${schema}`)
  await pool.query(CREATE)
  await pool.query(SEED, [size])
  await pool.query('vacuum analyze book_terms')
  return { size, pool }
}

const searcher = ({ pool }: Book) => {
  const sealer = createSealer(['a secret that only the benchmark knows'])
  const db = createDb(pool, { sealer, tables: new Map(), onBroken: () => undefined })
  return async (wanted: readonly Step[], before: BookPlace | null): Promise<number> => {
    const began = performance.now()
    for (const [search, one] of wanted) await search(db, { terms: one, before, limit: PAGE })
    return performance.now() - began
  }
}

/** How long a search takes in a small book and in a large one, in turns. */
export const book = async (): Promise<void> => {
  const server = await startDatabase()
  const books: Book[] = []
  try {
    for (const size of SIZES) books.push(await fill(server.url, size))
    const searches = books.map(searcher)
    const compare = async (name: string, wanted: readonly Step[], before: BookPlace | null) => {
      const took: number[][] = books.map(() => [])
      for (let round = 0; round < ROUNDS; round++)
        for (const [at, search] of searches.entries()) took[at]?.push(await search(wanted, before))
      const [few = 0, many = 0] = took.map(median)
      console.log(
        `${name}: ${few.toFixed(2)} ms of ${SIZES[0]}, ${many.toFixed(2)} ms of ${SIZES[1]} customers (×${(many / few).toFixed(2)})`,
      )
    }
    for (const [name, wanted] of Object.entries(SEARCHES)) await compare(name, wanted, null)
    for (const name of FAR_PAGES) await compare(`far page: ${name}`, SEARCHES[name] ?? [], FAR)
  } finally {
    for (const { pool } of books) await pool.end()
    await server.stop()
  }
}
