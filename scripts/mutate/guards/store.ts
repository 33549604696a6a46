import { e2e, fault, guard, unit } from '../guard.ts'

const open = 'src/adapters/sqlite/open.ts'
const whole = 'src/config/change/write-whole.ts'
const powerCut = fault('power-cut', 'every promise is kept')
const atomic = 'src/adapters/jsonl/atomic.ts'
const archive = 'src/core/archive/archive.ts'
const damage = fault('damage', 'bits turn over in the store')
const archiveTest = 'src/core/archive/archive.test.ts'
const seals = unit('src/core/mask/seal.test.ts')
const serverEdits = unit('src/core/mask/server-edits.test.ts')

/** What is kept stays kept, and comes back as it was. */
export const storeGuards = [
  guard(
    'limit',
    'A question that was lost on its way to the database is not waited for',
    [
      'src/adapters/postgres/store.ts',
      'openPulse(() => connections.dedicated(pulseQueryMs))',
      'openPulse(() => connections.dedicated())',
    ],
    unit('src/adapters/postgres/connections.test.ts', 'lost on its way'),
  ),
  guard(
    'limit',
    'A daemon whose connection for news was cut without a word hears of revocations again',
    [
      'src/adapters/postgres/store.ts',
      'openListener(() => connections.dedicated(lostQueryMs))',
      'openListener(() => connections.dedicated())',
    ],
    unit('src/adapters/postgres/connections.test.ts', 'lost on its way'),
  ),
  guard(
    'allow-list',
    'A database that loads one extension loads no other',
    [open, 'database.enableLoadExtension(false)', 'void 0'],
    unit('src/adapters/sqlite-vec/vector-store.test.ts', 'and no other after it'),
  ),
  guard(
    'allow-list',
    'A vector store that nobody wrote is not opened',
    ['src/compose/vector-stores.ts', 'Object.hasOwn(vectorStores, name)', 'name'],
    unit('src/compose/vector-stores.test.ts', 'no store is called'),
  ),
  guard(
    'owner',
    'Daemons that share a database do not each keep vectors of their own',
    ['src/compose/vector-stores.ts', 'entry.isInHome && url !== undefined', 'false'],
    unit('src/compose/vector-stores.test.ts', 'cannot be shared by the daemons'),
  ),
  guard(
    'lock',
    'A text that is still named outlives its day',
    [
      'src/adapters/postgres/days/text-days.ts',
      '  await moveNamed(database, part)\n  await dropPart(database, textDays, part, async (session) => {\n    await moveNamed(session, part)\n',
      '  void moveNamed\n  await dropPart(database, textDays, part, async (session) => {\n',
    ],
    unit('src/adapters/postgres/days/days.test.ts', 'texts go with their day'),
  ),
  guard(
    'lock',
    'No original is kept in Postgres without its text',
    [
      'src/adapters/postgres/migrations/0014-days.sql',
      "raise foreign_key_violation using message = 'an original without its text';",
      'return null;',
    ],
    unit('src/adapters/postgres/days/days.test.ts', 'an original is not kept without its text'),
  ),
  guard(
    'lock',
    'No text that an original names is taken out of Postgres',
    [
      'src/adapters/postgres/migrations/0014-days.sql',
      "raise foreign_key_violation using message = 'a text that an original names';",
      'return null;',
    ],
    unit('src/adapters/postgres/days/days.test.ts', 'an original is not kept without its text'),
  ),
  guard(
    'expiry',
    'A day of the ledger that is not over stays',
    ['src/adapters/postgres/days/ledger-days.ts', 'part.to <= bound', 'part.from <= bound'],
    unit('src/adapters/postgres/days/days.test.ts', 'lie in their day'),
  ),
  guard(
    'fsync',
    'What the database does not take now waits on the disk',
    ['src/adapters/postgres/waiting/queued-parts.ts', 'await queue.add(writes())', 'void writes'],
    unit('src/adapters/postgres/away.test.ts', 'keeps on its disk what is written meanwhile'),
  ),
  guard(
    'limit',
    'Nobody waits for a database that hangs',
    [
      'src/adapters/postgres/waiting/pulse.ts',
      'return await Promise.race([work(), given])',
      'return given && (await work())',
    ],
    unit('src/adapters/postgres/waiting/pulse.test.ts', 'nobody waits for a server that hangs'),
  ),
  guard(
    'digest',
    'A vector that is damaged is not compared',
    [
      'src/adapters/sqlite/vector-seals.ts',
      'sealOfVector(String(model), String(digest), vector) === Number(seal)',
      'sealOfVector(String(model), String(digest), vector) !== 1.5',
    ],
    unit('test/faults/flips.test.ts', 'no wrong one is compared'),
  ),
  guard(
    'digest',
    'A passage is not ranked by the vector of another that a damaged index names',
    [
      'src/adapters/sqlite/documents/documents-vectors.ts',
      "${saysItself('v.digest')} and",
      "${saysItself('v.digest') && 'true'} and",
    ],
    unit('test/faults/flips.test.ts', 'no wrong one is compared'),
  ),
  guard(
    'digest',
    'A line of memory that is no text any more is no memory',
    ['src/adapters/jsonl/lines.ts', 'if (!isUtf8(bytes))', 'if (isUtf8(bytes) === undefined)'],
    unit('test/faults/flips.test.ts', 'harm the lines they are in'),
  ),
  guard(
    'limit',
    'The waits of one request for a database that hangs do not add up',
    [
      'src/adapters/postgres/waiting/pulse.ts',
      "if (isHurried && state === 'doubtful') throw notThere()",
      'void isHurried',
    ],
    unit('src/adapters/postgres/waiting/pulse.test.ts', 'stays below 250 ms'),
  ),
  guard(
    'limit',
    'A request waits less than 250 ms for a database that hangs',
    ['src/ports/store/request-patience.ts', 'requestPatienceMs = 180', 'requestPatienceMs = 280'],
    unit('src/adapters/postgres/waiting/pulse.test.ts', 'stays below 250 ms'),
  ),
  guard(
    'limit',
    'What waits for the database does not fill the disk',
    [
      'src/adapters/sqlite/writes/waiting-writes.ts',
      'if (bytes + size > most) throw full()',
      'void full',
    ],
    unit('src/adapters/sqlite/writes/waiting-writes.test.ts', 'takes no more than fits'),
  ),
  guard(
    'digest',
    'A waiting write whose bits turned over is not handed over',
    [
      'src/adapters/sqlite/writes/waiting-writes.ts',
      'requireSeal(`The waiting write ${row.seq}`, row.seal, part, key, body)',
      'void requireSeal',
    ],
    unit('src/adapters/sqlite/writes/waiting-writes.test.ts', 'gives out nothing that is damaged'),
  ),
  guard(
    'fsync',
    'A memory is acknowledged only once it is on the disk',
    [
      atomic,
      "await file.writeFile(content, 'utf8')\n    await file.sync()",
      "await file.writeFile(content, 'utf8')",
    ],
    fault('disk', 'a disk that cannot flush'),
  ),
  guard(
    'fsync',
    'What a failing disk took in part is taken back',
    [atomic, 'await file.truncate(size)', ''],
    fault('disk', 'a disk that cannot flush'),
  ),
  guard(
    'fsync',
    'Who waits for a thread that ended is told that nothing is kept',
    [
      'src/adapters/sqlite/writes/writer-thread.ts',
      'for (const { failed } of lost) failed(writerEnded(cause))',
      'for (const { done } of lost) done(undefined)',
    ],
    unit(
      'src/adapters/sqlite/writes/writer-thread.test.ts',
      'a thread that ends tells all who wait',
    ),
  ),
  guard(
    'lock',
    'One daemon a home',
    [
      'src/surfaces/cli/commands/daemon/up.ts',
      'if (!lock) throw alreadyRunning(home)',
      'if (!lock) void alreadyRunning',
    ],
    e2e('lifecycle', 'a second daemon on the same home'),
  ),
  guard(
    'lock',
    'A lock has one holder',
    ['src/adapters/sqlite/lock.ts', 'begin exclusive', 'begin'],
    unit('src/adapters/sqlite/open.test.ts', 'gives a lock to one holder'),
  ),
  guard(
    'lock',
    'Of two that open a new database one waits for the other',
    [open, 'if (!isLocked(error) || performance.now() > latest) throw error', 'throw error'],
    unit('src/adapters/sqlite/open.test.ts', 'waits for another process'),
  ),
  guard(
    'lock',
    'Two that bring a new database up to date see the same columns',
    ['src/adapters/sqlite/migrate.ts', '  readSchema(database)\n', '  void readSchema\n'],
    unit('src/adapters/sqlite/open.test.ts', 'sees the columns that another process added'),
  ),
  guard(
    'lock',
    'Appends to a file of memory wait for each other',
    [
      'src/adapters/jsonl/with-lock.ts',
      'while (lock === undefined) {',
      'while (lock === undefined && timeoutMs < 0) {',
    ],
    unit('src/adapters/jsonl/memories.test.ts', 'gives up on a lock'),
  ),
  guard(
    'digest',
    'An archive whose rows changed is refused',
    [archive, "if (unlike.length > 0) throw invalid(unlike.join('; '))", ''],
    unit(archiveTest, 'refuses an archive'),
  ),
  guard(
    'digest',
    'A damaged record of what was sent is not copied',
    [
      'src/adapters/sqlite/upkeep.ts',
      'if (isSoundSent(row)) sound.push(toUsedSentResult(row))',
      'void isSoundSent\n    sound.push(toUsedSentResult(row))',
    ],
    unit('src/adapters/sqlite/upkeep.test.ts', 'turned over is none'),
  ),
  guard(
    'digest',
    'A repair puts aside damaged records of what was sent, and no others',
    [
      'src/adapters/sqlite/unsound-row.ts',
      "if (table === 'sent_results') return isSoundSent(row)",
      'void isSoundSent',
    ],
    unit('src/adapters/sqlite/upkeep.test.ts', 'a repair keeps what was sent'),
  ),
  guard(
    'limit',
    'Nothing is copied over what was sent',
    ['src/core/archive/copy-store.ts', 'sent === undefined && ', ''],
    unit('src/core/archive/copy-store.test.ts', 'refuses a target'),
  ),
  guard(
    'digest',
    'An archive that was cut is refused',
    [
      archive,
      "if (!end) throw invalid('It has no end: it was cut.')",
      'if (!end) return { end: tally.result(), files }',
    ],
    unit(archiveTest, 'refuses an archive'),
  ),
  guard(
    'digest',
    'A check compares every original with its digest',
    ['src/core/archive/check-store.ts', 'if (digest(text) !== stored) damaged.push(id)', ''],
    e2e('store', 'a check finds a text that changed'),
  ),
  guard(
    'digest',
    'A model that was changed on its way is refused',
    [
      'src/adapters/onnx/pull-model.ts',
      'wanted.sha256 === undefined || wanted.sha256 === found',
      'true',
    ],
    unit('src/adapters/onnx/model-shelf.test.ts'),
  ),
  guard(
    'expiry',
    'What has expired is gone, though no sweep came by',
    [
      'src/adapters/sqlite/originals.ts',
      'where id = ? and expires_at > ?`',
      'where id = ? and ? > 0`',
    ],
    unit('src/adapters/sqlite/originals.test.ts'),
  ),
  guard(
    'limit',
    'The originals stay within their size',
    [
      'src/adapters/sqlite/originals.ts',
      'next.expires_at > now && bytes <= maxBytes',
      'next.expires_at > now',
    ],
    unit('src/adapters/sqlite/originals.test.ts'),
  ),
  guard(
    'limit',
    'A database of a newer version is left alone',
    ['src/adapters/sqlite/migrate.ts', 'if (current > latest)', 'if (false)'],
    unit('src/adapters/sqlite/open.test.ts', 'refuses a database written by a newer version'),
  ),
  guard(
    'fsync',
    'A file that replaces another is on the disk first',
    [
      atomic,
      'await file.writeFile(content)\n    await file.sync()',
      'await file.writeFile(content)',
    ],
    fault('disk', 'a disk that cannot flush'),
  ),
  guard(
    'lock',
    'A change of the store is whole or not at all',
    [
      'src/adapters/sqlite/transaction.ts',
      'if (hasBegun) rollBack(database)',
      "if (hasBegun) database.exec('commit')",
    ],
    unit('src/adapters/sqlite/transaction.test.ts'),
  ),
  guard(
    'digest',
    'What was restored is compared with the archive',
    [
      archive,
      'if (unlike.length > 0) throw invalid(`What was restored',
      'if (false) throw invalid(`What was restored',
    ],
    unit(archiveTest, 'says when what was restored'),
  ),
  guard(
    'path',
    'A file of an archive stays below its folder',
    [
      'src/adapters/archive-file/folder-files.ts',
      "relative(folder, path).startsWith('..') || ",
      '',
    ],
    unit('src/adapters/archive-file/folder-files.test.ts'),
  ),
  guard(
    'digest',
    'A text that turned over is not recovered',
    [
      'src/adapters/sqlite/originals.ts',
      'if (digest(original.text) !== row.digest) throw damaged(id)',
      '',
    ],
    damage,
  ),
  guard(
    'digest',
    'An answer kept beside an original that turned over is not repeated',
    [
      'src/adapters/sqlite/originals.ts',
      'requireSeal(id, row.seal, id, row.kind, row.digest, row.result)',
      '',
    ],
    damage,
  ),
  guard(
    'digest',
    'What was sent and turned over is not sent',
    [
      'src/adapters/sqlite/sent-results.ts',
      'return Number(row.seal) === sealOfSent(toSentResult(row))',
      'return toSentResult(row).key !== undefined',
    ],
    damage,
  ),
  guard(
    'signature',
    'What was sent whole since no record could be written stays whole',
    [
      'src/core/mask/entry/sent-memory.ts',
      'if (!held.unwritten.has(record.key)) remember',
      'remember',
    ],
    unit('src/core/mask/entry/bound-history.test.ts'),
  ),
  guard(
    'signature',
    'After a write that failed, what stands all the same is sent',
    [
      'src/core/mask/entry/sent-memory.ts',
      'stands ?? (await ask(records.map(({ key }) => key))) ?? []',
      'stands ?? []',
    ],
    unit('src/core/mask/entry/bound-history.test.ts'),
  ),
  guard(
    'signature',
    'What was sent whole before us is on record as whole',
    ['src/core/mask/entry/sent-memory.ts', 'await writeWhole(absent)', ''],
    unit('src/core/mask/entry/bound-history.test.ts'),
  ),
  guard(
    'signature',
    'What one branch masks stays whole in another that was thought about',
    [
      'src/core/mask/rewrite/rewrite.ts',
      'standing(recalled.masked, terms.seal, isBound)',
      'recalled.masked',
    ],
    seals,
  ),
  guard(
    'signature',
    'What a bypass sent whole and was thought about stays whole',
    [
      'src/core/mask/leaving-out.ts',
      'sealedResults(await deps.entry.recall(conversation, facts, places), seal)',
      'await deps.entry.recall(conversation, facts, places)',
    ],
    seals,
  ),
  guard(
    'signature',
    'How a history was sent is on record before it is thought about',
    ['src/core/mask/leaving-out.ts', 'await history.keep(leftOut.shortKeys)', 'undefined'],
    seals,
  ),
  guard(
    'signature',
    'Masks leave a history of which nothing can be written down',
    ['src/core/mask/leaving-out.ts', 'isUnwritten: !stands', 'isUnwritten: false'],
    seals,
  ),
  guard(
    'signature',
    'A sieve that fails repeats what was sent',
    [
      'src/surfaces/proxy/body/prepare-body.ts',
      'return repeatBody(readable, shape)',
      'return untouched(body, sieveFailed)',
    ],
    unit('src/surfaces/proxy/body/prepare-body.test.ts'),
  ),
  guard(
    'signature',
    'A client that asks for edits on the server speaks for itself',
    [
      'src/core/mask/request/read-request.ts',
      'format.serverEdits && Object.hasOwn(settings, format.serverEdits.field)',
      'format.name === undefined',
    ],
    serverEdits,
  ),
  guard(
    'signature',
    'A conversation that began without edits on the server goes on without',
    [
      'src/core/mask/server-edits.ts',
      'if (conversation.some(isOfModel)) return find(recognised)',
      '',
    ],
    serverEdits,
  ),
  guard(
    'signature',
    'Nothing that was sent is masked where the provider clears',
    [
      'src/core/mask/sieve-request.ts',
      "forbidden !== 'rewriting' && !areCleared",
      "forbidden !== 'rewriting'",
    ],
    serverEdits,
  ),
  guard(
    'signature',
    'No result refers to one that the provider may have cleared',
    ['src/core/mask/sieve-request.ts', 'copied === 0 && !areCleared &&', 'copied === 0 &&'],
    serverEdits,
  ),
  guard(
    'path',
    'A conversation that was told of a command is never told of a file',
    ['src/core/mask/entry/way-back.ts', 'pathOf && namesFiles(omissions) !== false', 'pathOf'],
    unit('src/core/mask/entry/way-back.test.ts'),
  ),
  guard(
    'path',
    'A file is named in short only where the model can see its folder',
    [
      'src/core/mask/entry/way-back.ts',
      'if (text.includes(wayBack(omissionId))) return',
      'if (text !== omissionId) return',
    ],
    unit('src/core/mask/entry/way-back.test.ts'),
  ),
  guard(
    'signature',
    'A marker that we did not write is not taken for ours',
    ['src/core/mask/entry/foreign-markers.ts', 'if (await isOurs(id)) ours', 'ours'],
    unit('src/core/mask/entry/entry.test.ts', 'markers of somebody else'),
  ),
  guard(
    'digest',
    'A token that turned over opens nothing',
    ['src/adapters/sqlite/tokens.ts', 'row.seal, ...tokenValues(token)', 'null'],
    damage,
  ),
  guard(
    'digest',
    'A passage that turned over is not quoted',
    [
      'src/adapters/sqlite/documents/document-seals.ts',
      'sealOfChunk(chunk, document) === kept || sealOf(...textParts(chunk)) === kept',
      'kept >= 0',
    ],
    damage,
  ),
  guard(
    'digest',
    'A document that turned over is not cited',
    [
      'src/adapters/sqlite/documents/document-seals.ts',
      'row.seal, ...documentValues(document)',
      'null',
    ],
    damage,
  ),
  guard(
    'digest',
    'A document that turned over is not sealed anew',
    ['src/adapters/sqlite/documents/documents.ts', '  soundDocument(before)\n', ''],
    unit('src/adapters/sqlite/upkeep.test.ts', 'names each row'),
  ),
  guard(
    'digest',
    'A tool or an approval that turned over is not taken for what was approved',
    ['src/adapters/sqlite/catalog.ts', 'row.seal, ...parts', 'null'],
    damage,
  ),
  guard(
    'digest',
    'A check of the store names each row that turned over',
    [
      'src/adapters/sqlite/upkeep.ts',
      'tables.flatMap((table) => unsoundRows(database, table))',
      'tables.slice(tables.length).concat(unsoundRows.name).slice(1)',
    ],
    unit('src/adapters/sqlite/upkeep.test.ts', 'names each row'),
  ),
  guard(
    'digest',
    'A text that turned over in Postgres is not recovered',
    [
      'src/adapters/postgres/originals.ts',
      'if (original && digest(original.text) !== row.digest) throw damaged(id)',
      '',
    ],
    unit('src/adapters/postgres/originals.test.ts'),
  ),
  guard(
    'quarantine',
    'A repair leaves out what is damaged',
    ['src/adapters/sqlite/repair.ts', 'if (unsound === undefined) insert', 'if (row) insert'],
    fault('damage', 'a repair puts it aside'),
  ),
  guard(
    'fsync',
    'What the database promises outlives a power cut',
    [open, "durability: Durability = 'full'", "durability: Durability = 'normal'"],
    powerCut,
    fault('disk', 'a disk that cannot flush'),
  ),
  guard(
    'fsync',
    'A small file that replaces another is on the disk first',
    [whole, 'at)\n    fsyncSync(file)', 'at)'],
    powerCut,
  ),
  guard(
    'fsync',
    'The name of a small file outlives a power cut',
    [whole, 'flushFolder(dirname(path))', 'void flushFolder'],
    powerCut,
  ),
  guard(
    'fsync',
    'The name of a file of memory outlives a power cut',
    [atomic, 'await syncFolder(dirname(path))\n  return true', 'return true'],
    powerCut,
  ),
  guard(
    'lock',
    'Of writes that share a commit one that fails takes no other with it',
    [
      'src/adapters/sqlite/writes/group-commit.ts',
      'if (!isUndone(database)) throw error',
      'throw error',
    ],
    unit('src/adapters/sqlite/writes/group-commit.test.ts'),
  ),
  guard(
    'path',
    'A link where a temporary file would be leads nowhere',
    [atomic, 'await rm(temporary, { force: true })\n  await writeDurably', 'await writeDurably'],
    unit('src/adapters/jsonl/memories.test.ts', 'a link put where'),
  ),
  guard(
    'lock',
    'Those who write one document at once take turns',
    [
      'src/adapters/postgres/documents/documents-put.ts',
      'await session.run(takeTurn, [toColumn(document.id)])',
      'void takeTurn',
    ],
    unit('src/adapters/postgres/documents/documents.test.ts', 'many who write one document'),
  ),
]
