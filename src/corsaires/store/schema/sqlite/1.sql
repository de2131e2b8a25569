CREATE TABLE log (
    tid TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    text TEXT NOT NULL,
    ack TEXT,
    remaining INTEGER,
    PRIMARY KEY (tid, seq)
) WITHOUT ROWID;

CREATE TABLE entries (
    tid TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    listed INTEGER NOT NULL,
    due INTEGER,
    minute INTEGER NOT NULL,
    summary TEXT NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX entries_due ON entries (due) WHERE state = 'playing' AND due IS NOT NULL;
CREATE INDEX entries_listed ON entries (state, at) WHERE listed;

CREATE TABLE seats (
    guest TEXT NOT NULL,
    tid TEXT NOT NULL,
    PRIMARY KEY (guest, tid)
) WITHOUT ROWID;
CREATE INDEX seats_tid ON seats (tid);

CREATE TABLE lines (
    tid TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    guest TEXT NOT NULL,
    seat INTEGER,
    channel TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (tid, n)
) WITHOUT ROWID;

CREATE TABLE guests (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE tokens (
    token BLOB NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE links (
    link BLOB NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE mutes (
    guest TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (guest, other)
) WITHOUT ROWID;

CREATE TABLE pulse (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL
);
