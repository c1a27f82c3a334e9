package io.cambric.nn.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/**
 * The tables at the top of a report.
 *
 * @param hyperparameters by name
 * @param run times and machine, by name
 */
record FactSection(Map<String, String> hyperparameters, Map<String, String> run) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss xxx", Locale.ROOT);

  void addTo(Html html) {
    html.raw("<div class=\"grid\">\n");
    addTable(html, "Run", run);
    if (!hyperparameters.isEmpty()) {
      addTable(html, "Hyperparameters", hyperparameters);
    }
    html.raw("</div>\n");
  }

  private static void addTable(Html html, String caption, Map<String, String> facts) {
    html.add("<div class=\"card\">\n<table class=\"facts\">\n<caption>%s</caption>\n", caption);
    facts.forEach(
        (name, value) -> html.add("<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", name, value));
    html.raw("</table>\n</div>\n");
  }

  static String time(Instant time, ZoneId zone) {
    return TIME.format(time.atZone(zone));
  }

  /** {@return a duration by its two largest units} */
  static String duration(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds >= 3600) {
      return "%d h %02d min".formatted(seconds / 3600, seconds / 60 % 60);
    }
    return seconds >= 60
        ? "%d min %02d s".formatted(seconds / 60, seconds % 60)
        : String.format(Locale.ROOT, "%.1f s", Math.max(0, duration.toMillis()) / 1e3);
  }
}
