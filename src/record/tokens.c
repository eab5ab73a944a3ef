// SPDX-License-Identifier: MIT
#include "record/tokens.h"

enum { NUMBER_DIGITS = 9 };

// --- characters and lines ------------------------------------------------------------------------

static char peek(const Tokens *tokens)
{
    return tokens->at < tokens->text.length ? tokens->text.at[tokens->at] : '\0';
}

static bool at_end(const Tokens *tokens)
{
    return tokens->at >= tokens->text.length;
}

static bool is_newline(char c)
{
    return c == '\n' || c == '\r';
}

// Lines end in LF, CR LF or CR.
static void advance(Tokens *tokens)
{
    char c = peek(tokens);
    tokens->at++;
    tokens->line += c == '\n' || (c == '\r' && peek(tokens) != '\n');
}

static bool at_line_start(const Tokens *tokens)
{
    if (tokens->at == 0) return true;
    char before = tokens->text.at[tokens->at - 1];
    return before == '\n' || (before == '\r' && peek(tokens) != '\n');
}

static void skip_line(Tokens *tokens)
{
    while (!at_end(tokens) && !is_newline(peek(tokens)))
        advance(tokens);
}

static void skip_blanks_in_line(Tokens *tokens)
{
    while (!at_end(tokens) && text_blank(peek(tokens)) && !is_newline(peek(tokens)))
        advance(tokens);
}

static bool is_name(char c)
{
    char lower = text_lower(c);
    return (lower >= 'a' && lower <= 'z') || text_digit(c) || c == '_' || c == '-';
}

// Whether a tag begins here: `[Name "`.
static bool looks_like_tag(Tokens ahead)
{
    if (peek(&ahead) != '[') return false;
    advance(&ahead);
    skip_blanks_in_line(&ahead);
    size_t start = ahead.at;
    while (is_name(peek(&ahead)))
        advance(&ahead);
    if (ahead.at == start) return false;
    skip_blanks_in_line(&ahead);
    return peek(&ahead) == '"';
}

static void pass_line(Tokens *tokens)
{
    int line = tokens->line;
    while (!at_end(tokens) && tokens->line == line)
        advance(tokens);
}

// Whether the cursor is inside (not at the start of) a line that begins like a tag.
static bool in_tag_line(const Tokens *tokens)
{
    Tokens start = *tokens;
    while (!at_line_start(&start))
        start.at--;
    skip_blanks_in_line(&start);
    return start.at < tokens->at && peek(&start) == '[';
}

void tokens_skip_game(Tokens *tokens)
{
    bool after_tag = in_tag_line(tokens);
    if (!at_line_start(tokens)) pass_line(tokens);
    while (!at_end(tokens)) {
        bool tag = looks_like_tag(*tokens);
        if (tag && !after_tag) return;
        after_tag = tag;
        pass_line(tokens);
    }
}

// --- what is skipped or delimited ----------------------------------------------------------------

// Skips past the `close` of a bracket opened on `line`. An unclosed bracket doesn't swallow the
// next game: a tag after a blank line ends it, with a fault.
static Status pass_bracket(Tokens *tokens, char open, char close, Fault *why)
{
    int line = tokens->line, depth = 0;
    bool in_comment = false, blank = false;
    while (!at_end(tokens)) {
        if (at_line_start(tokens)) {
            if (blank && looks_like_tag(*tokens)) break;
            Tokens ahead = *tokens;
            skip_blanks_in_line(&ahead);
            blank = is_newline(peek(&ahead));
        }
        char c = peek(tokens);
        advance(tokens);
        // Only variations contain comments and other variations.
        if (open == '(' && (in_comment || c == '{'))
            in_comment = c != '}';
        else if (open == '(' && c == ';')
            skip_line(tokens);
        else if (open == '(' && c == open)
            depth++;
        else if (c == close && --depth <= 0)
            return OK;
    }
    return fault(why, MALFORMED, "line %d: '%c' is not closed by '%c'", line, open, close);
}

// Skips blanks, dots, and lines reserved for other programs.
static void skip_idle(Tokens *tokens)
{
    while (!at_end(tokens)) {
        char c = peek(tokens);
        if (c == '%' && at_line_start(tokens))
            skip_line(tokens);
        else if (text_blank(c) || c == '.')
            advance(tokens);
        else
            return;
    }
}

// Skips a remark that isn't a comment, if there is one.
static Status pass_remark(Tokens *tokens, Fault *why)
{
    char c = peek(tokens);
    if (c == '(') return pass_bracket(tokens, '(', ')', why);
    if (c == ';') skip_line(tokens);
    if (c == '$') {
        advance(tokens);
        while (text_digit(peek(tokens)))
            advance(tokens);
    }
    while (c != '$' && (peek(tokens) == '!' || peek(tokens) == '?'))
        advance(tokens);
    return OK;
}

static Status skip_unread(Tokens *tokens, Fault *why)
{
    Status status = OK;
    size_t start;
    do {
        start = tokens->at;
        skip_idle(tokens);
        status = pass_remark(tokens, why);
    } while (status == OK && tokens->at > start);
    return status;
}

static Text since(const Tokens *tokens, size_t start)
{
    return text_cut(tokens->text, start, tokens->at);
}

bool tokens_next_remark(Tokens *tokens, Text *remark)
{
    skip_idle(tokens);
    if (at_end(tokens)) return false;
    size_t start = tokens->at;
    Status status =
        peek(tokens) == '{' ? pass_bracket(tokens, '{', '}', NULL) : pass_remark(tokens, NULL);
    *remark = since(tokens, start);
    return status == OK && remark->length;
}

static Status read_comment(Tokens *tokens, Token *token, Fault *why)
{
    size_t start = tokens->at + 1;
    Status status = pass_bracket(tokens, '{', '}', why);
    token->kind = TOKEN_COMMENT;
    token->text = text_cut(tokens->text, start, tokens->at - 1);
    return status;
}

static Status read_tag(Tokens *tokens, Token *token, Fault *why)
{
    token->kind = TOKEN_TAG;
    advance(tokens);
    skip_blanks_in_line(tokens);
    size_t start = tokens->at;
    while (is_name(peek(tokens)))
        advance(tokens);
    token->text = since(tokens, start);
    if (!token->text.length)
        return fault(why, MALFORMED, "line %d: a tag has no name", token->line);

    skip_blanks_in_line(tokens);
    if (peek(tokens) != '"')
        return fault(why, MALFORMED, "line %d: the value of tag %q is not in quotes", token->line,
                     token->text);
    advance(tokens);
    start = tokens->at;
    while (!at_end(tokens) && peek(tokens) != '"' && !is_newline(peek(tokens))) {
        if (peek(tokens) == '\\') advance(tokens);
        if (!at_end(tokens) && !is_newline(peek(tokens))) advance(tokens);
    }
    token->value = since(tokens, start);
    if (peek(tokens) != '"')
        return fault(why, MALFORMED, "line %d: the value of tag %q has no closing quote",
                     token->line, token->text);
    advance(tokens);
    skip_blanks_in_line(tokens);
    if (peek(tokens) != ']')
        return fault(why, MALFORMED, "line %d: tag %q has no closing bracket", token->line,
                     token->text);
    advance(tokens);
    return OK;
}

// --- words ---------------------------------------------------------------------------------------

static bool ends_word(char c)
{
    return text_blank(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == '[' || c == ']' ||
           c == ';' || c == '$' || c == '"';
}

static bool is_result(Text word)
{
    if (text_is(word, "*")) return true;
    bool dash = false;
    for (size_t i = 0; i < word.length; i++) {
        if (!text_digit(word.at[i]) && word.at[i] != '-' && word.at[i] != '/') return false;
        dash |= word.at[i] == '-';
    }
    return dash && text_digit(word.at[0]);
}

// Reads 12 or 12. or 12...; a move may follow directly after the point.
static bool read_number(Tokens *tokens, Token *token)
{
    Tokens ahead = *tokens;
    token->number = 0;
    for (int digits = 0; text_digit(peek(&ahead)); digits++, advance(&ahead))
        if (digits < NUMBER_DIGITS) token->number = 10 * token->number + (peek(&ahead) - '0');
    if (ahead.at == tokens->at) return false;
    if (peek(&ahead) != '.' && !at_end(&ahead) && !ends_word(peek(&ahead))) return false;
    while (peek(&ahead) == '.')
        advance(&ahead);
    token->kind = TOKEN_NUMBER;
    token->text = since(&ahead, tokens->at);
    *tokens = ahead;
    return true;
}

static Status read_word(Tokens *tokens, Token *token, Fault *why)
{
    if (read_number(tokens, token)) return OK;
    size_t start = tokens->at;
    while (!at_end(tokens) && !ends_word(peek(tokens)))
        advance(tokens);
    Text word = since(tokens, start);
    if (!word.length) {
        advance(tokens);
        return fault(why, MALFORMED, "line %d: %q stands alone", token->line, since(tokens, start));
    }
    token->kind = is_result(word) ? TOKEN_RESULT : TOKEN_WORD;
    while (word.at[word.length - 1] == '!' || word.at[word.length - 1] == '?')
        word.length--;
    token->text = word;
    return OK;
}

// --- the cursor ----------------------------------------------------------------------------------

Tokens tokens_of(Text text)
{
    // Concatenated files may have several byte order marks.
    while (text.length >= 3 && text_is(text_cut(text, 0, 3), "\xef\xbb\xbf"))
        text = text_from(text, 3);
    return (Tokens){ .text = text, .line = 1 };
}

Status tokens_next(Tokens *tokens, Token *token, Fault *why)
{
    int line = tokens->line;
    Status status = skip_unread(tokens, why);
    if (status != OK) return status;
    *token = (Token){ .kind = TOKEN_END, .line = tokens->line, .gap = tokens->line - line };
    if (at_end(tokens)) return OK;
    if (peek(tokens) == '[') return read_tag(tokens, token, why);
    if (peek(tokens) == '{') return read_comment(tokens, token, why);
    return read_word(tokens, token, why);
}
