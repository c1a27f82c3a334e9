package io.cambric.nn.summary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A text table with drawn borders. Cells may have several lines of text.
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

  /** Characters after which a line is broken, where there is one; else before a shape. */
  private static final String BREAKS = " ,/_";

  /** A column is made no narrower. */
  private static final int LEAST = 6;

  /**
   * {@return the table, with an empty line before it and after it}
   *
   * @param most characters of a line, where columns can be that narrow
   */
  String toText(int most) {
    int[] widths = widths(most);
    int width = Arrays.stream(widths).sum() + 3 * widths.length + 1;
    var text = new StringBuilder("\n").append(centred(title, width)).append('\n');
    text.append(rule(widths, "┏", "━", "┳", "┓"));
    text.append(cells(widths, header, "┃", false));
    text.append(rule(widths, "┡", "━", "╇", "┩"));
    for (var row : rows) {
      text.append(cells(widths, row, "│", false)).append(rule(widths, "├", "─", "┼", "┤"));
    }
    text.append(cells(widths, footer, "│", true)).append(rule(widths, "└", "─", "┴", "┘"));
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

  private int[] widths(int most) {
    var all = new ArrayList<>(rows);
    all.add(header);
    all.add(footer);
    int[] widths = natural(all);
    int spare = most - 3 * widths.length - 1 - Arrays.stream(widths).sum();
    while (spare < 0) {
      int widest = 0;
      for (int column = 1; column < widths.length; column++) {
        widest = widths[column] > widths[widest] ? column : widest;
      }
      if (widths[widest] <= LEAST) {
        break;
      }
      widths[widest]--;
      spare++;
    }
    return widths;
  }

  private int[] natural(List<List<String>> all) {
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

  private String cells(int[] widths, List<String> row, String bar, boolean footer) {
    var lines =
        IntStream.range(0, row.size())
            .mapToObj(i -> row.get(i).lines().flatMap(line -> broken(line, widths[i])).toList())
            .toList();
    int height = lines.stream().mapToInt(List::size).max().orElse(0);
    var text = new StringBuilder();
    for (int i = 0; i < Math.max(1, height); i++) {
      int number = i;
      var parts = lines.stream().map(cell -> number < cell.size() ? cell.get(number) : "").toList();
      text.append(line(widths, parts, bar, footer));
    }
    return text.toString();
  }

  /** {@return a line in pieces that fit, the later ones indented like the first one or more} */
  private static Stream<String> broken(String line, int width) {
    if (line.length() <= width) {
      return Stream.of(line);
    }
    int indent = line.length() - line.stripLeading().length() + 2;
    var pieces = new ArrayList<String>();
    var rest = line;
    while (rest.length() > width) {
      int end = end(rest, width);
      pieces.add(rest.substring(0, end).stripTrailing());
      rest = " ".repeat(2 * indent > width ? 0 : indent) + rest.substring(end).stripLeading();
    }
    pieces.add(rest);
    return pieces.stream();
  }

  /** {@return the number of characters up to the last place where a line may be broken} */
  private static int end(String line, int width) {
    int start = line.length() - line.stripLeading().length();
    for (int end = width; end > start + 1; end--) {
      if (BREAKS.indexOf(line.charAt(end - 1)) >= 0) {
        return end;
      }
    }
    int shape = line.lastIndexOf('[', width);
    return shape > start + 1 ? shape : width;
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
