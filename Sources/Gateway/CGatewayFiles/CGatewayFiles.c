#include "CGatewayFiles.h"

#include <limits.h>
#include <stdbool.h>
#include <zlib.h>

// The compiler reads the files (C23, 6.10.4): an array of a hundred thousand numbers would take it seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openapi[] = {
#embed "openapi.json"
};

const unsigned char *holdfast_openapi(size_t *size) {
    *size = sizeof openapi;
    return openapi;
}

static const unsigned char api_js[] = {
#embed "../Page/api.js"
};
static const unsigned char app_js[] = {
#embed "../Page/app.js"
};
static const unsigned char placements_js[] = {
#embed "../Page/placements.js"
};
static const unsigned char edit_mode_js[] = {
#embed "../Page/edit-mode.js"
};
static const unsigned char board_chart_js[] = {
#embed "../Page/board-chart.js"
};
static const unsigned char board_css[] = {
#embed "../Page/board.css"
};
static const unsigned char board_js[] = {
#embed "../Page/board.js"
};
static const unsigned char chart_js[] = {
#embed "../Page/chart.js"
};
static const unsigned char clock_js[] = {
#embed "../Page/clock.js"
};
static const unsigned char colors_js[] = {
#embed "../Page/colors.js"
};
static const unsigned char configuration_js[] = {
#embed "../Page/configuration.js"
};
static const unsigned char control_center_js[] = {
#embed "../Page/control-center.js"
};
static const unsigned char controls_css[] = {
#embed "../Page/controls.css"
};
static const unsigned char details_js[] = {
#embed "../Page/details.js"
};
static const unsigned char elements_js[] = {
#embed "../Page/elements.js"
};
static const unsigned char events_js[] = {
#embed "../Page/events.js"
};
static const unsigned char gallery_js[] = {
#embed "../Page/gallery.js"
};
static const unsigned char history_js[] = {
#embed "../Page/history.js"
};
static const unsigned char hold_js[] = {
#embed "../Page/hold.js"
};
// icon.svg with 180 × 180 pixels and 32 colours, for the home screen of iOS.
static const unsigned char icon_png[] = {
#embed "../Page/icon.png"
};
static const unsigned char icon_svg[] = {
#embed "../Page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../Page/index.html"
};
static const unsigned char lock_screen_js[] = {
#embed "../Page/lock-screen.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../Page/manifest.webmanifest"
};
static const unsigned char operations_js[] = {
#embed "../Page/operations.js"
};
static const unsigned char panel_js[] = {
#embed "../Page/panel.js"
};
static const unsigned char perform_js[] = {
#embed "../Page/perform.js"
};
static const unsigned char pin_pad_js[] = {
#embed "../Page/pin-pad.js"
};
static const unsigned char qr_code_js[] = {
#embed "../Page/qr-code.js"
};
static const unsigned char session_js[] = {
#embed "../Page/session.js"
};
static const unsigned char sheets_js[] = {
#embed "../Page/sheets.js"
};
static const unsigned char state_js[] = {
#embed "../Page/state.js"
};
static const unsigned char style_css[] = {
#embed "../Page/style.css"
};
static const unsigned char symbol_table_js[] = {
#embed "../Page/symbol-table.js"
};
static const unsigned char symbols_js[] = {
#embed "../Page/symbols.js"
};
static const unsigned char symbols_svg[] = {
#embed "../Page/symbols.svg"
};
static const unsigned char tile_js[] = {
#embed "../Page/tile.js"
};
static const unsigned char times_js[] = {
#embed "../Page/times.js"
};
static const unsigned char toasts_js[] = {
#embed "../Page/toasts.js"
};
static const unsigned char views_css[] = {
#embed "../Page/views.css"
};
static const unsigned char web_address_js[] = {
#embed "../Page/web-address.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const holdfast_file page[] = {
    FILE("api.js", api_js),
    FILE("app.js", app_js),
    FILE("placements.js", placements_js),
    FILE("edit-mode.js", edit_mode_js),
    FILE("board-chart.js", board_chart_js),
    FILE("board.css", board_css),
    FILE("board.js", board_js),
    FILE("chart.js", chart_js),
    FILE("clock.js", clock_js),
    FILE("colors.js", colors_js),
    FILE("configuration.js", configuration_js),
    FILE("control-center.js", control_center_js),
    FILE("controls.css", controls_css),
    FILE("details.js", details_js),
    FILE("elements.js", elements_js),
    FILE("events.js", events_js),
    FILE("gallery.js", gallery_js),
    FILE("history.js", history_js),
    FILE("hold.js", hold_js),
    FILE("icon.png", icon_png),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("lock-screen.js", lock_screen_js),
    FILE("manifest.webmanifest", manifest_webmanifest),
    FILE("operations.js", operations_js),
    FILE("panel.js", panel_js),
    FILE("perform.js", perform_js),
    FILE("pin-pad.js", pin_pad_js),
    FILE("qr-code.js", qr_code_js),
    FILE("session.js", session_js),
    FILE("sheets.js", sheets_js),
    FILE("state.js", state_js),
    FILE("style.css", style_css),
    FILE("symbol-table.js", symbol_table_js),
    FILE("symbols.js", symbols_js),
    FILE("symbols.svg", symbols_svg),
    FILE("tile.js", tile_js),
    FILE("times.js", times_js),
    FILE("toasts.js", toasts_js),
    FILE("views.css", views_css),
    FILE("web-address.js", web_address_js),
};

const holdfast_file *holdfast_page(size_t *count) {
    *count = sizeof page / sizeof *page;
    return page;
}

size_t holdfast_gzip(const unsigned char *bytes, size_t size, unsigned char *out, size_t capacity) {
    z_stream stream = {0};
    // 15 is the usual window, and 16 more ask for gzip's header (zlib.h).
    if (size > UINT_MAX || capacity > UINT_MAX
        || deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    stream.next_in = (unsigned char *)bytes;
    stream.avail_in = (uInt)size;
    stream.next_out = out;
    stream.avail_out = (uInt)capacity;
    bool is_whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    size_t written = stream.total_out;
    deflateEnd(&stream);
    return is_whole ? written : 0;
}
