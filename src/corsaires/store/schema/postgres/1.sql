CREATE TABLE log (
    tid TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    text TEXT NOT NULL,
    ack TEXT,
    remaining BIGINT,
    PRIMARY KEY (tid, seq)
);

CREATE TABLE entries (
    tid TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    listed BOOLEAN NOT NULL,
    due BIGINT,
    minute BOOLEAN NOT NULL,
    summary TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX entries_due ON entries (due) WHERE state = 'playing' AND due IS NOT NULL;
CREATE INDEX entries_listed ON entries (state, at) WHERE listed;

CREATE TABLE seats (
    guest TEXT NOT NULL,
    tid TEXT NOT NULL,
    PRIMARY KEY (guest, tid)
);
CREATE INDEX seats_tid ON seats (tid);

CREATE TABLE lines (
    tid TEXT NOT NULL,
    n INTEGER NOT NULL,
    at BIGINT NOT NULL,
    guest TEXT NOT NULL,
    seat INTEGER,
    channel TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (tid, n)
);

CREATE TABLE guests (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL
);

CREATE TABLE tokens (
    token BYTEA NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL
);

CREATE TABLE links (
    link BYTEA NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE mutes (
    guest TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (guest, other)
);

CREATE TABLE pulse (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at BIGINT NOT NULL
);
