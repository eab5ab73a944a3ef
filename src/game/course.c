// SPDX-License-Identifier: MIT
#include "game/course.h"

Course course_of(const Match *match)
{
    return (Course){ .match = match, .position = match->start };
}

// The step that was told last is made.
static void make_step(Course *course)
{
    const Game *game = match_variant(course->match)->game;
    if (course->ply) {
        game->play(&course->position, course->ply->move);
        course->plies++;
    }
    if (course->departure) {
        game->leave(&course->position, course->departure->player);
        course->departures++;
    }
    course->ply = NULL;
    course->departure = NULL;
}

bool course_next(Course *course)
{
    const Match *match = course->match;
    make_step(course);
    const Departure *departure = &match->departure[course->departures];
    if (course->departures < match->departures && departure->ply == course->plies)
        course->departure = departure;
    else if (course->plies < match->count)
        course->ply = &match->plies[course->plies];
    return course->ply || course->departure;
}

Position course_position(const Match *match, u32 plies)
{
    Course course = course_of(match);
    while (course_next(&course) && (course.departure || course.plies < plies))
        continue;
    return course.position;
}

u32 course_base(const Match *match, u32 most)
{
    u32 base = match->count >= most ? match->count - most + 1 : 0;
    u32 left = match->departures ? match->departure[match->departures - 1].ply : 0;
    return base > left ? base : left;
}
