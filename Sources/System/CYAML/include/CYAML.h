#ifndef HOLDFAST_CYAML_H
#define HOLDFAST_CYAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * libyaml's events, without the unions that Swift cannot read.
 *
 * The event interface and not the document interface, because a composed document no longer tells where anchors,
 * aliases and tags were written, and is complete before its size and depth can be looked at.
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
    /* Where the event begins, counted from 0; columns in Unicode scalars. */
    size_t line;
    size_t column;
} holdfast_yaml_event;

typedef enum __attribute__((enum_extensibility(closed))) holdfast_yaml_error_kind {
    HOLDFAST_YAML_ERROR_MEMORY __attribute__((swift_name("memory"))),
    /* The bytes are not UTF-8, or hold a character that YAML forbids: `offset` says where. */
    HOLDFAST_YAML_ERROR_ENCODING __attribute__((swift_name("encoding"))),
    /* The text is not YAML: `line` and `column` say where. */
    HOLDFAST_YAML_ERROR_SYNTAX __attribute__((swift_name("syntax"))),
} holdfast_yaml_error_kind;

typedef struct holdfast_yaml_error {
    holdfast_yaml_error_kind kind;
    /* libyaml's constant words; `context` may be NULL. */
    const char *problem;
    const char *context;
    size_t line;
    size_t column;
    /* Where what `context` names begins. */
    size_t context_line;
    size_t context_column;
    /* The byte in the input at which an encoding error lies. */
    size_t offset;
    /* The byte or character that is wrong in an encoding error, or -1. */
    int value;
} holdfast_yaml_error;

/* Begins to parse `count` bytes of UTF-8, which must outlive the parser. NULL where there is no memory. */
holdfast_yaml_parser *holdfast_yaml_parser_create(const uint8_t *bytes, size_t count);

/* Reads the next event; false on an error, after which only `holdfast_yaml_parser_error` and destroying are allowed. */
bool holdfast_yaml_parser_next(holdfast_yaml_parser *parser, holdfast_yaml_event *event);

/* The error that made `holdfast_yaml_parser_next` return false. */
holdfast_yaml_error holdfast_yaml_parser_error(const holdfast_yaml_parser *parser);

void holdfast_yaml_parser_destroy(holdfast_yaml_parser *parser);

#endif
