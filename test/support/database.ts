import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'

const withDatabase = (server: string, name: string): string => server.replace('/bindery?', `/${name}?`)

const asAdmin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: withDatabase(inject('databaseServer'), 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A fresh, migrated database of its own for one test file or service. */
export const createDatabase = async (): Promise<string> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template bindery`)
  return withDatabase(inject('databaseServer'), name)
}

/** Runs one statement as an onlooker: to see what is stored, or to age a row that a library keeps by its own clock. */
export const query = async <T extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A database that nobody has migrated yet. */
export const emptyDatabase = async (): Promise<string> => {
  const url = await createDatabase()
  await query(url, 'drop schema public cascade')
  await query(url, 'drop schema graphile_worker cascade')
  await query(url, 'create schema public')
  return url
}

/** Every migration there is. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(new URL('../../migrations/', import.meta.url))).filter(name => name.endsWith('.sql')).sort()
