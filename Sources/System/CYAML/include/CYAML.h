#ifndef HOLDFAST_CYAML_H
#define HOLDFAST_CYAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * libyaml's events, without the unions that Swift cannot read.
 *
 * This uses the event interface, not the document interface. A composed document has lost the places of anchors, aliases
 * and tags, and is complete before its size and depth can be checked.
 */

typedef struct holdfast_yaml_parser holdfast_yaml_parser;

typedef enum __attribute__((enum_extensibility(closed))) holdfast_yaml_event_kind {
    HOLDFAST_YAML_STREAM_END __attribute__((swift_name("streamEnd"))),
    HOLDFAST_YAML_DOCUMENT_START __attribute__((swift_name("documentStart"))),
    HOLDFAST_YAML_DOCUMENT_END __attribute__((swift_name("documentEnd"))),
    HOLDFAST_YAML_SCALAR __attribute__((swift_name("scalar"))),
    HOLDFAST_YAML_ALIAS __attribute__((swift_name("alias"))),
    HOLDFAST_YAML_SEQUENCE_START __attribute__((swift_name("sequenceStart"))),
    HOLDFAST_YAML_SEQUENCE_END __attribute__((swift_name("sequenceEnd"))),
    HOLDFAST_YAML_MAPPING_START __attribute__((swift_name("mappingStart"))),
    HOLDFAST_YAML_MAPPING_END __attribute__((swift_name("mappingEnd"))),
} holdfast_yaml_event_kind;

typedef struct holdfast_yaml_event {
    holdfast_yaml_event_kind kind;
    /* A scalar's text, UTF-8, valid until the next call; not terminated, since it may contain NUL. */
    const uint8_t *text;
    size_t text_length;
    /* A scalar without quotes and not in block style. */
    bool is_plain;
    bool has_anchor;
    bool has_tag;
    /* The event's start, counted from 0; columns in Unicode scalars. */
    size_t line;
    size_t column;
    /* The place behind the event, counted alike: behind the last character of a scalar, behind a brace that closes. */
    size_t end_line;
    size_t end_column;
} holdfast_yaml_event;

typedef enum __attribute__((enum_extensibility(closed))) holdfast_yaml_error_kind {
    HOLDFAST_YAML_ERROR_MEMORY __attribute__((swift_name("memory"))),
    /* The bytes are not UTF-8, or have a character that YAML forbids, at `offset`. */
    HOLDFAST_YAML_ERROR_ENCODING __attribute__((swift_name("encoding"))),
    /* The text is not YAML, at `line` and `column`. */
    HOLDFAST_YAML_ERROR_SYNTAX __attribute__((swift_name("syntax"))),
} holdfast_yaml_error_kind;

typedef struct holdfast_yaml_error {
    holdfast_yaml_error_kind kind;
    /* libyaml's constant texts; `context` may be NULL. */
    const char *problem;
    const char *context;
    size_t line;
    size_t column;
    /* The start of the element that `context` names. */
    size_t context_line;
    size_t context_column;
    /* The offset in bytes of an encoding error in the input. */
    size_t offset;
    /* The wrong byte or character of an encoding error, or -1. */
    int value;
} holdfast_yaml_error;

/* Starts to parse `count` bytes of UTF-8, which must outlive the parser. NULL where memory is short. */
holdfast_yaml_parser *holdfast_yaml_parser_create(const uint8_t *bytes, size_t count);

/* Reads the next event; false on an error, after which only `holdfast_yaml_parser_error` and destroying are allowed. */
bool holdfast_yaml_parser_next(holdfast_yaml_parser *parser, holdfast_yaml_event *event);

/* The error that made `holdfast_yaml_parser_next` return false. */
holdfast_yaml_error holdfast_yaml_parser_error(const holdfast_yaml_parser *parser);

void holdfast_yaml_parser_destroy(holdfast_yaml_parser *parser);

#endif
