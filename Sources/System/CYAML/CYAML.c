#include "CYAML.h"

#include <stdlib.h>
#include <yaml.h>

struct holdfast_yaml_parser {
    yaml_parser_t parser;
    yaml_event_t event;
};

holdfast_yaml_parser *holdfast_yaml_parser_create(const uint8_t *bytes, size_t count)
{
    holdfast_yaml_parser *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return NULL;
    }
    if (!yaml_parser_initialize(&self->parser)) {
        free(self);
        return NULL;
    }
    yaml_parser_set_encoding(&self->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&self->parser, bytes, count);
    return self;
}

static void take_scalar(const yaml_event_t *from, holdfast_yaml_event *to)
{
    to->kind = HOLDFAST_YAML_SCALAR;
    to->text = from->data.scalar.value;
    to->text_length = from->data.scalar.length;
    to->is_plain = from->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    to->has_anchor = from->data.scalar.anchor != NULL;
    to->has_tag = from->data.scalar.tag != NULL;
}

bool holdfast_yaml_parser_next(holdfast_yaml_parser *self, holdfast_yaml_event *event)
{
    do {
        /* Deletion zeroes the event, so deleting it before the first event or after an error is harmless. */
        yaml_event_delete(&self->event);
        if (!yaml_parser_parse(&self->parser, &self->event)) {
            return false;
        }
    } while (self->event.type == YAML_STREAM_START_EVENT);

    const yaml_event_t *from = &self->event;
    *event = (holdfast_yaml_event){
        .line = from->start_mark.line,
        .column = from->start_mark.column,
        .end_line = from->end_mark.line,
        .end_column = from->end_mark.column,
    };
    switch (from->type) {
    case YAML_DOCUMENT_START_EVENT:
        event->kind = HOLDFAST_YAML_DOCUMENT_START;
        break;
    case YAML_DOCUMENT_END_EVENT:
        event->kind = HOLDFAST_YAML_DOCUMENT_END;
        break;
    case YAML_ALIAS_EVENT:
        event->kind = HOLDFAST_YAML_ALIAS;
        break;
    case YAML_SCALAR_EVENT:
        take_scalar(from, event);
        break;
    case YAML_SEQUENCE_START_EVENT:
        event->kind = HOLDFAST_YAML_SEQUENCE_START;
        event->has_anchor = from->data.sequence_start.anchor != NULL;
        event->has_tag = from->data.sequence_start.tag != NULL;
        break;
    case YAML_SEQUENCE_END_EVENT:
        event->kind = HOLDFAST_YAML_SEQUENCE_END;
        break;
    case YAML_MAPPING_START_EVENT:
        event->kind = HOLDFAST_YAML_MAPPING_START;
        event->has_anchor = from->data.mapping_start.anchor != NULL;
        event->has_tag = from->data.mapping_start.tag != NULL;
        break;
    case YAML_MAPPING_END_EVENT:
        event->kind = HOLDFAST_YAML_MAPPING_END;
        break;
    case YAML_NO_EVENT: /* libyaml's result for a call after the end */
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
        event->kind = HOLDFAST_YAML_STREAM_END;
        break;
    }
    return true;
}

holdfast_yaml_error holdfast_yaml_parser_error(const holdfast_yaml_parser *self)
{
    const yaml_parser_t *parser = &self->parser;
    holdfast_yaml_error error = {
        .kind = HOLDFAST_YAML_ERROR_SYNTAX,
        .problem = parser->problem != NULL ? parser->problem : "unknown problem",
        .context = parser->context,
        .line = parser->problem_mark.line,
        .column = parser->problem_mark.column,
        .context_line = parser->context_mark.line,
        .context_column = parser->context_mark.column,
        .offset = parser->problem_offset,
        .value = parser->problem_value,
    };
    if (parser->error == YAML_MEMORY_ERROR) {
        error.kind = HOLDFAST_YAML_ERROR_MEMORY;
    } else if (parser->error == YAML_READER_ERROR) {
        error.kind = HOLDFAST_YAML_ERROR_ENCODING;
    }
    return error;
}

void holdfast_yaml_parser_destroy(holdfast_yaml_parser *self)
{
    yaml_event_delete(&self->event);
    yaml_parser_delete(&self->parser);
    free(self);
}
