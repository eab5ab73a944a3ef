// SPDX-License-Identifier: MIT
#include "server/games/live/registry.h"

#include <stdlib.h>

// A person's vacation.
typedef struct PersonVacation {
    HashLink link;
    struct PersonVacation *next;
    Vacation vacation;
} PersonVacation;

bool registry_init(RoomRegistry *registry)
{
    *registry = (RoomRegistry){ 0 };
    bool by_id = hash_init(&registry->by_id), by_person = hash_init(&registry->by_person);
    bool vacations = hash_init(&registry->vacations);
    return by_id && by_person && vacations;
}

void registry_free(RoomRegistry *registry)
{
    for (int state = 0; state <= ROOM_OVER; state++)
        for (ActiveRoom *active = registry->newest[state], *next; active; active = next) {
            next = active->older;
            active_room_free(active);
        }
    hash_free(&registry->by_id);
    hash_free(&registry->by_person);
    hash_free(&registry->vacations);
    for (PersonVacation *one = registry->first_vacation, *next; one; one = next) {
        next = one->next;
        free(one);
    }
    registry->first_vacation = NULL;
}

ActiveRoom *active_room_new(Rooms *rooms, const Room *room)
{
    ActiveRoom *active = calloc(1, sizeof *active);
    if (!active) return NULL;
    active->rooms = rooms;
    active->room = *room;
    active->conditional_ms = CLOCK_NEVER;
    return active;
}

void active_room_free(ActiveRoom *active)
{
    room_free_plies(&active->room);
    free(active->found);
    free(active);
}

// --- by person -----------------------------------------------------------------------------------

static void link_people(RoomRegistry *registry, ActiveRoom *active)
{
    const Room *room = &active->room;
    i64 person[PERSON_LINKS] = { [PLAYERS_MAX] = room->maker };
    for (int i = 0; i < room_players(room); i++)
        person[i] = room->seat[i].person ? room->seat[i].person : room->seat[i].invited;
    for (int i = 0; i < PERSON_LINKS; i++) {
        bool again = false; // each room is found once
        for (int k = 0; k < i; k++)
            again |= person[k] == person[i];
        if (again || !person[i]) continue;
        active->person[i].active = active;
        hash_add_first(&registry->by_person, &active->person[i].link, (u64)person[i]);
    }
}

PersonLink *registry_first_of(const RoomRegistry *registry, i64 person)
{
    return person ? (PersonLink *)hash_first(&registry->by_person, (u64)person) : NULL;
}

PersonLink *registry_next_of(const PersonLink *link)
{
    return (PersonLink *)hash_next(&link->link);
}

// --- by state ------------------------------------------------------------------------------------

static void count_clock(RoomRegistry *registry, const Room *room, int change)
{
    if (room->state != ROOM_LIVE) return;
    if (speed_is_live(room->speed)) registry->ticking += change;
    if (room->speed == SPEED_CORRESPONDENCE) registry->days += change;
}

const Vacation *registry_vacation(const RoomRegistry *registry, i64 person)
{
    PersonVacation *found =
        person ? (PersonVacation *)hash_first(&registry->vacations, (u64)person) : NULL;
    return found ? &found->vacation : NULL;
}

bool registry_set_vacation(RoomRegistry *registry, i64 person, const Vacation *vacation)
{
    PersonVacation *found = (PersonVacation *)hash_first(&registry->vacations, (u64)person);
    if (!found) {
        found = calloc(1, sizeof *found);
        if (!found) return false;
        found->next = registry->first_vacation;
        registry->first_vacation = found;
        hash_add_first(&registry->vacations, &found->link, (u64)person);
    }
    found->vacation = *vacation;
    return true;
}

// Only games with days per move have vacations.
static void know_vacations(RoomRegistry *registry, Room *room)
{
    bool counts = room->speed == SPEED_CORRESPONDENCE;
    for (int i = 0; i < PLAYERS_MAX; i++)
        room->seat[i].vacation = counts ? registry_vacation(registry, room->seat[i].person) : NULL;
}

void registry_list(RoomRegistry *registry, ActiveRoom *active)
{
    know_vacations(registry, &active->room);
    RoomState state = active->room.state;
    active->newer = NULL;
    active->older = registry->newest[state];
    if (active->older) active->older->newer = active;
    registry->newest[state] = active;
    registry->in_state[state]++;
    count_clock(registry, &active->room, 1);
    link_people(registry, active);
}

void registry_unlist(RoomRegistry *registry, ActiveRoom *active)
{
    RoomState state = active->room.state;
    for (RoomWalk *walk = registry->walk; walk; walk = walk->outer)
        if (walk->next == active) walk->next = active->older;
    if (active->older) active->older->newer = active->newer;
    if (active->newer)
        active->newer->older = active->older;
    else
        registry->newest[state] = active->older;
    registry->in_state[state]--;
    count_clock(registry, &active->room, -1);
    for (int i = 0; i < PERSON_LINKS; i++) {
        if (!active->person[i].active) continue;
        hash_remove(&registry->by_person, &active->person[i].link);
        active->person[i].active = NULL;
    }
}

ActiveRoom *registry_first(RoomRegistry *registry, RoomWalk *walk, int first, int last)
{
    *walk = (RoomWalk){ registry, registry->newest[first], first, last, registry->walk };
    registry->walk = walk;
    return registry_next(walk);
}

ActiveRoom *registry_next(RoomWalk *walk)
{
    while (!walk->next && walk->state < walk->last)
        walk->next = walk->registry->newest[++walk->state];
    ActiveRoom *active = walk->next;
    if (active)
        walk->next = active->older;
    else
        walk->registry->walk = walk->outer;
    return active;
}

// --- by id ---------------------------------------------------------------------------------------

void registry_add(RoomRegistry *registry, ActiveRoom *active)
{
    hash_add_first(&registry->by_id, &active->by_id, (u64)active->room.id);
    registry_list(registry, active);
}

void registry_remove(RoomRegistry *registry, ActiveRoom *active)
{
    hash_remove(&registry->by_id, &active->by_id);
    registry_unlist(registry, active);
}

ActiveRoom *registry_find(const RoomRegistry *registry, i64 game)
{
    return (ActiveRoom *)hash_first(&registry->by_id, (u64)game);
}
