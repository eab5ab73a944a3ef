// SPDX-License-Identifier: MIT
#include "server/reviews/accuracy.h"

#include <json.h>
#include <string.h>

// The sums stand at the end of a report, behind all plies, which need not be read.
static Text total_of(Text report)
{
    static const char KEY[] = "\"total\":";
    size_t length = sizeof KEY - 1;
    for (size_t i = report.length; i-- > 0;)
        if (i + length < report.length && !memcmp(report.at + i, KEY, length)) {
            Text total = text_from(report, i + length);
            total.length--; // the brace that ends the report
            return total;
        }
    return (Text){ "", 0 };
}

static int number_in(json_object *player, const char *key)
{
    json_object *value;
    if (!json_object_object_get_ex(player, key, &value)) return 0;
    int number = json_object_get_int(value);
    return number > 0 && number < 1 << 20 ? number : 0;
}

static Accuracy *row_of(AccuracyTable *table, Text variant)
{
    for (int i = 0; i < table->count; i++)
        if (text_is(variant, table->of[i].variant)) return &table->of[i];
    if (table->count == ACCURACY_VARIANTS_MAX || variant.length >= ACCURACY_VARIANT_SIZE)
        return NULL;
    Accuracy *row = &table->of[table->count++];
    *row = (Accuracy){ 0 };
    memcpy(row->variant, variant.at, variant.length);
    return row;
}

static void add_player(AccuracyTable *table, Text variant, json_object *player)
{
    int moves = number_in(player, "moves");
    Accuracy *row = moves ? row_of(table, variant) : NULL;
    if (!row) return;
    row->games++;
    row->moves += moves;
    row->accuracy += number_in(player, "accuracy");
    row->great += number_in(player, "great");
    row->inaccuracies += number_in(player, "inaccuracies");
    row->mistakes += number_in(player, "mistakes");
    row->blunders += number_in(player, "blunders");
}

void accuracy_add(AccuracyTable *table, Text variant, int seat, Text report)
{
    Text text = total_of(report);
    json_tokener *reader = text.length ? json_tokener_new() : NULL;
    if (!reader) return;
    json_object *total = json_tokener_parse_ex(reader, text.at, (int)text.length), *players;
    if (total && json_object_object_get_ex(total, "players", &players) &&
        json_object_is_type(players, json_type_array) && seat >= 0 &&
        (size_t)seat < json_object_array_length(players))
        add_player(table, variant, json_object_array_get_idx(players, (size_t)seat));
    json_object_put(total);
    json_tokener_free(reader);
}
