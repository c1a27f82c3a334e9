package io.cambric.nn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table with lines drawn around its cells, which may have several lines of text.
 *
 * @param title centred above
 * @param header one name a column
 * @param rows one text a column
 * @param footer the last row
 * @param label number of the cell of the footer that is set to the right
 * @param caption centred below
 */
record SummaryTable(
    String title,
    List<String> header,
    List<List<String>> rows,
    List<String> footer,
    int label,
    String caption) {

  /** {@return the table, with an empty line before it and after it} */
  String toText() {
    int[] widths = widths();
    int width = Arrays.stream(widths).sum() + 3 * widths.length + 1;
    var text = new StringBuilder("\n").append(centred(title, width)).append('\n');
    text.append(rule(widths, "┏", "━", "┳", "┓"));
    text.append(line(widths, header, "┃", false));
    text.append(rule(widths, "┡", "━", "╇", "┩"));
    for (var row : rows) {
      text.append(cells(widths, row, false)).append(rule(widths, "├", "─", "┼", "┤"));
    }
    text.append(cells(widths, footer, true)).append(rule(widths, "└", "─", "┴", "┘"));
    return text.append(" ".repeat(width))
        .append('\n')
        .append(centred(caption, width))
        .append("\n\n")
        .toString();
  }

  /** {@return the table as an element {@code table}, whose cells keep their line breaks} */
  String toHtml() {
    var text =
        new StringBuilder(
            "<table class=\"cambric-summary\" style=\"white-space: pre; text-align: left\">\n");
    text.append("<caption>").append(escaped(title)).append("</caption>\n");
    text.append("<thead>\n").append(htmlRow("th", header)).append("</thead>\n<tbody>\n");
    rows.forEach(row -> text.append(htmlRow("td", row)));
    text.append("</tbody>\n<tfoot>\n").append(htmlRow("th", footer));
    return text.append("<tr><td colspan=\"%d\">".formatted(header.size()))
        .append(escaped(caption))
        .append("</td></tr>\n</tfoot>\n</table>\n")
        .toString();
  }

  private static String htmlRow(String element, List<String> cells) {
    var text = new StringBuilder("<tr>");
    for (var cell : cells) {
      text.append("<%s>%s</%1$s>".formatted(element, escaped(cell)));
    }
    return text.append("</tr>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private int[] widths() {
    var all = new ArrayList<>(rows);
    all.add(header);
    all.add(footer);
    return IntStream.range(0, header.size())
        .map(column ->
            all.stream()
                .flatMap(row -> row.get(column).lines())
                .mapToInt(String::length)
                .max()
                .orElse(0))
        .toArray();
  }

  private static String centred(String text, int width) {
    int left = Math.max(0, width - text.length()) / 2;
    return " ".repeat(left) + text + " ".repeat(Math.max(0, width - text.length() - left));
  }

  private static String rule(int[] widths, String left, String dash, String cross, String right) {
    var pieces = Arrays.stream(widths).mapToObj(width -> dash.repeat(width + 2)).toList();
    return left + String.join(cross, pieces) + right + "\n";
  }

  private String cells(int[] widths, List<String> row, boolean footer) {
    var lines = row.stream().map(cell -> cell.lines().toList()).toList();
    int height = lines.stream().mapToInt(List::size).max().orElse(0);
    var text = new StringBuilder();
    for (int i = 0; i < Math.max(1, height); i++) {
      int number = i;
      var parts = lines.stream().map(cell -> number < cell.size() ? cell.get(number) : "").toList();
      text.append(line(widths, parts, "│", footer));
    }
    return text.toString();
  }

  private String line(int[] widths, List<String> parts, String bar, boolean footer) {
    var text = new StringBuilder(bar);
    for (int i = 0; i < widths.length; i++) {
      var space = " ".repeat(widths[i] - parts.get(i).length());
      boolean toTheRight = footer && i == label;
      text.append(' ')
          .append(toTheRight ? space + parts.get(i) : parts.get(i) + space)
          .append(' ')
          .append(bar);
    }
    return text.append('\n').toString();
  }
}
