// SPDX-License-Identifier: MIT
#include "server/identity/access.h"

#include "server/identity/ties.h"

#include "base/clock.h"
#include "platform/array.h"
#include "platform/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const char *const ROLE_NAMES[ROLES + 1] = {
    [ROLE_PLAYER] = "player",
    [ROLE_MODERATOR] = "moderator",
    [ROLE_OPERATOR] = "operator",
};
const char *const SANCTION_NAMES[SANCTIONS + 1] = {
    [SANCTION_WARNING] = "warning",
    [SANCTION_SUSPENSION] = "suspension",
    [SANCTION_BAN] = "ban",
    [SANCTION_RENAMING] = "renaming",
};

const char *role_name(Role role)
{
    return ROLE_NAMES[role];
}

bool role_find(Text name, Role *role)
{
    for (int i = 0; i < ROLES; i++)
        if (text_is(name, ROLE_NAMES[i])) {
            *role = (Role)i;
            return true;
        }
    return false;
}

const char *sanction_name(SanctionKind kind)
{
    return SANCTION_NAMES[kind];
}

// --- rulings -------------------------------------------------------------------------------------

Role role_read(Store *reading, i64 person)
{
    PersonRole found = { .role = ROLE_PLAYER };
    store_find(reading, &IDENTITY_OPS[IDENTITY_ROLE], &(PersonArg){ person }, &found);
    return found.role;
}

struct Rulings {
    PersonRole *role;
    size_t roles, role_capacity;
    Bar *bar; // in the order of their entries
    size_t bars, bar_capacity;
    bool lost; // out of memory
};

static bool see_role(void *context, const void *row)
{
    Rulings *rulings = context;
    PersonRole *grown =
        array_grow(rulings->role, &rulings->role_capacity, rulings->roles + 1, sizeof *grown);
    rulings->lost = !grown;
    if (!grown) return false;
    rulings->role = grown;
    rulings->role[rulings->roles++] = *(const PersonRole *)row;
    return true;
}

static bool see_bar(void *context, const void *row)
{
    Rulings *rulings = context;
    Bar *grown = array_grow(rulings->bar, &rulings->bar_capacity, rulings->bars + 1, sizeof *grown);
    rulings->lost = !grown;
    if (!grown) return false;
    rulings->bar = grown;
    rulings->bar[rulings->bars++] = *(const Bar *)row;
    return true;
}

void rulings_free(Rulings *rulings)
{
    if (!rulings) return;
    free(rulings->role);
    free(rulings->bar);
    free(rulings);
}

Rulings *rulings_read(Store *reading)
{
    Rulings *rulings = calloc(1, sizeof *rulings);
    if (!rulings) return NULL;
    if (store_select(reading, &IDENTITY_OPS[IDENTITY_ROLES], NULL, see_role, rulings) &&
        store_select(reading, &IDENTITY_OPS[IDENTITY_BARS], NULL, see_bar, rulings) &&
        !rulings->lost)
        return rulings;
    rulings_free(rulings);
    return NULL;
}

// --- blocks --------------------------------------------------------------------------------------

typedef struct Block {
    HashLink link;
    i64 person, other;
} Block;

struct Access {
    Rulings *rulings; // NULL: none
    HashTable blocks; // by both
};

static u64 key_of(i64 person, i64 other)
{
    return (u64)person * 0x9e3779b97f4a7c15u ^ (u64)other;
}

static Block *find(const Access *access, i64 person, i64 other)
{
    u64 key = key_of(person, other);
    for (HashLink *at = hash_first(&access->blocks, key); at; at = hash_next(at)) {
        Block *block = (Block *)at;
        if (block->person == person && block->other == other) return block;
    }
    return NULL;
}

void access_block(Access *access, i64 person, i64 other)
{
    if (find(access, person, other)) return;
    Block *block = malloc(sizeof *block);
    if (!block) return; // it is read from the store again at the next start
    *block = (Block){ .person = person, .other = other };
    hash_add_last(&access->blocks, &block->link, key_of(person, other));
}

void access_unblock(Access *access, i64 person, i64 other)
{
    Block *block = find(access, person, other);
    if (!block) return;
    hash_remove(&access->blocks, &block->link);
    free(block);
}

static bool see_block(void *context, const void *row)
{
    const TieEnds *ends = row;
    access_block(context, ends->person, ends->other);
    return true;
}

// Takes out the blocks of one person, or (0) all.
static void drop_blocks(Access *access, i64 person)
{
    for (size_t i = 0; i < access->blocks.chains; i++)
        for (HashLink *at = access->blocks.chain[i], *next; at; at = next) {
            Block *block = (Block *)at;
            next = at->next;
            if (person && block->person != person && block->other != person) continue;
            hash_remove(&access->blocks, at);
            free(block);
        }
}

void access_forget(Access *access, i64 person)
{
    drop_blocks(access, person);
}

// --- the whole -----------------------------------------------------------------------------------

Access *access_new(Store *store)
{
    Access *access = calloc(1, sizeof *access);
    if (!access || !hash_init(&access->blocks)) {
        free(access);
        return NULL;
    }
    access->rulings = rulings_read(store);
    if (access->rulings && ties_blocks(store, see_block, access)) return access;
    access_free(access);
    return NULL;
}

void access_free(Access *access)
{
    if (!access) return;
    drop_blocks(access, 0);
    hash_free(&access->blocks);
    rulings_free(access->rulings);
    free(access);
}

void access_set_rulings(Access *access, Rulings *rulings)
{
    rulings_free(access->rulings);
    access->rulings = rulings;
}

Role access_role(const Access *access, i64 person)
{
    const Rulings *rulings = access->rulings;
    for (size_t i = 0; rulings && person && i < rulings->roles; i++)
        if (rulings->role[i].person == person) return rulings->role[i].role;
    return ROLE_PLAYER;
}

const Bar *access_bar(const Access *access, i64 person, i64 now_ms)
{
    const Rulings *rulings = access->rulings;
    const Bar *longest = NULL;
    for (size_t i = 0; rulings && person && i < rulings->bars; i++) {
        const Bar *bar = &rulings->bar[i];
        if (bar->person != person || (bar->until_ms && bar->until_ms <= now_ms)) continue;
        if (!longest || !bar->until_ms || (longest->until_ms && bar->until_ms > longest->until_ms))
            longest = bar;
    }
    return longest;
}

void bar_write(const Bar *bar, Out *out)
{
    if (bar->until_ms) {
        time_t until = (time_t)(bar->until_ms / 1000);
        struct tm utc;
        char day[32];
        gmtime_r(&until, &utc);
        strftime(day, sizeof day, "%Y-%m-%d %H:%M UTC", &utc);
        out_format(out, "you are suspended until %s: %s", day, bar->reason);
    } else {
        out_format(out, "you are banned: %s", bar->reason);
    }
}

bool access_blocked(const Access *access, i64 person, i64 other)
{
    return person && other && person != other &&
           (find(access, person, other) || find(access, other, person));
}
