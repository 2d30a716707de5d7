import type { CarrierKind } from '../../../agency/carriers/contract/carrier.ts'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'
import { carrierAnswers } from './store.ts'

export type QuestionKey = Pick<QuestionRow, 'uid' | 'revision' | 'item' | 'carrier_id'>
export type NewQuestion = Omit<QuestionRow, 'later' | 'expected_by' | 'reason'>
export type Deferral = Pick<QuestionRow, 'later' | 'expected_by' | 'reason' | 'closes_at'>

export const carrierQuestions = sealedTable('carrier_questions', 'erasure', {
  uid: t.erased(t.key(t.text())),
  revision: t.key(t.number()),
  item: t.key(t.text()),
  carrier_id: t.key(t.text()),
  request_id: t.text(),
  kind: t.text<CarrierKind>(),
  asked_at: t.time(),
  later: t.orNull(t.text<'pending' | 'referred'>()),
  expected_by: t.orNull(t.time()),
  reason: t.orNull(t.encrypted()),
  closes_at: t.time(),
})

export type QuestionRow = Row<typeof carrierQuestions>

const tables = tablesOf(carrierQuestions, carrierAnswers)

export const insertQuestions = async (db: Db, rows: readonly NewQuestion[]): Promise<void> => {
  if (rows.length === 0) return
  await tables(db)
    .insertInto('carrier_questions')
    .values([...rows])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const deferQuestion = (db: Db, key: QuestionKey, deferral: Deferral): Promise<unknown> =>
  tables(db)
    .updateTable('carrier_questions')
    .set(deferral)
    .where('uid', '=', key.uid)
    .where('revision', '=', key.revision)
    .where('item', '=', key.item)
    .where('carrier_id', '=', key.carrier_id)
    .execute()

type Quoting = Pick<QuestionRow, 'uid' | 'revision'> & { isUnasked?: true }

const questions = prepared<Quoting, QuestionRow>(['uid', 'revision'], (db, { uid, revision }) =>
  tables(db)
    .selectFrom('carrier_questions')
    .select(carrierQuestions.columns)
    .where('uid', '=', uid)
    .where('revision', '=', revision)
    .orderBy('item')
    .orderBy('carrier_id'),
)

export const listQuestionRows = async (
  db: Db,
  { uid, revision, isUnasked }: Quoting,
): Promise<QuestionRow[]> => (isUnasked ? [] : (await questions(db, { uid, revision })).rows)

export const findQuestionRow = async (db: Db, request_id: string): Promise<QuestionRow | null> =>
  (await tables(db)
    .selectFrom('carrier_questions')
    .selectAll()
    .where('request_id', '=', request_id)
    .executeTakeFirst()) ?? null

type Unanswered = Pick<QuestionRow, 'item' | 'later' | 'kind'>

const unanswered = prepared<Quoting, Unanswered>(['uid', 'revision'], (db, { uid, revision }) =>
  tables(db)
    .selectFrom('carrier_questions as question')
    .leftJoin('carrier_answers as answer', join =>
      join
        .onRef('answer.uid', '=', 'question.uid')
        .onRef('answer.revision', '=', 'question.revision')
        .onRef('answer.item', '=', 'question.item')
        .onRef('answer.carrier_id', '=', 'question.carrier_id'),
    )
    .select(['question.item', 'question.later', 'question.kind'])
    .where('question.uid', '=', uid)
    .where('question.revision', '=', revision)
    .where('answer.uid', 'is', null),
)

export const listUnanswered = async (db: Db, { uid, revision, isUnasked }: Quoting): Promise<Unanswered[]> =>
  isUnasked ? [] : (await unanswered(db, { uid, revision })).rows
