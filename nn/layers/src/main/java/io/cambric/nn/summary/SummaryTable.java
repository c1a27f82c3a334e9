package io.cambric.nn.summary;

import io.cambric.array.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A text table with drawn borders. Cells may have several lines of text.
 *
 * @param title centred above
 * @param header one name per column
 * @param rows one text per column
 * @param footer the last row
 * @param label index of the right-aligned cell of the footer
 * @param caption centred below
 */
record SummaryTable(
    String title,
    List<String> header,
    List<List<String>> rows,
    List<String> footer,
    int label,
    String caption) {

  /** Characters after which a line is broken, outside of shapes if possible. */
  private static final String BREAKS = " ,/_";

  /** The least width of a column. */
  private static final int LEAST = 6;

  /** A dtype with its shape. */
  private static final Pattern SHAPED = Pattern.compile("(\\w+)(\\[[\\d,]*])");

  private static final Pattern WORD = Pattern.compile("[^ /]+");
  private static final Pattern NOTHING = Pattern.compile("(?!)");

  /**
   * The table, with an empty line before it and after it. If lines would be too long, columns are
   * made narrower, but words stay whole if possible. Else dtypes have their short names, as in
   * {@code f32[3]}. If that does not suffice, names are broken, then cells have no space around
   * them, and shapes are broken last.
   *
   * @param most characters of a line, if columns can be that narrow
   */
  String toText(int most) {
    var columns = new Columns(natural(), 1).shrunk(longest(WORD), most);
    if (columns.fit(most)) {
      return drawn(columns);
    }
    var brief = withShortDtypes();
    int[] shapes = brief.longest(SHAPED);
    columns =
        new Columns(brief.natural(), 1).shrunk(brief.longest(WORD), most).shrunk(shapes, most);
    if (columns.fit(most)) {
      return brief.drawn(columns);
    }
    columns =
        new Columns(brief.natural(), 0).shrunk(brief.longest(WORD), most).shrunk(shapes, most);
    return brief.drawn(columns.shrunk(brief.longest(NOTHING), most));
  }

  /**
   * The layout of the columns.
   *
   * @param widths of the texts
   * @param space on each side of a text
   */
  private record Columns(int[] widths, int space) {

    /** {@return the characters of a line, with the lines between columns} */
    int total() {
      return Arrays.stream(widths).sum() + (2 * space + 1) * widths.length + 1;
    }

    boolean fit(int most) {
      return total() <= most;
    }

    /** {@return column widths that fit: the widest columns shrink first, down to the least} */
    Columns shrunk(int[] least, int most) {
      int[] shrunk = widths.clone();
      var columns = new Columns(shrunk, space);
      while (!columns.fit(most)) {
        int widest = -1;
        for (int i = 0; i < shrunk.length; i++) {
          boolean isWider = widest < 0 || shrunk[i] > shrunk[widest];
          widest = isWider && shrunk[i] > least[i] ? i : widest;
        }
        if (widest < 0) {
          break;
        }
        shrunk[widest]--;
      }
      return columns;
    }

    String rule(String left, String dash, String cross, String right) {
      var pieces = Arrays.stream(widths).mapToObj(width -> dash.repeat(width + 2 * space)).toList();
      return left + String.join(cross, pieces) + right + "\n";
    }
  }

  private SummaryTable withShortDtypes() {
    var brief =
        rows.stream().map(row -> row.stream().map(SummaryTable::withShortDtypes).toList()).toList();
    return new SummaryTable(title, header, brief, footer, label, caption);
  }

  private static String withShortDtypes(String cell) {
    return SHAPED.matcher(cell).replaceAll(shaped -> shortName(shaped.group(1)) + shaped.group(2));
  }

  private static String shortName(String dtype) {
    return Arrays.stream(DType.values())
        .filter(each -> each.jaxName().equals(dtype))
        .map(DType::shortName)
        .findFirst()
        .orElse(dtype);
  }

  private String drawn(Columns columns) {
    int width = columns.total();
    var text = new StringBuilder("\n").append(centred(title, width)).append('\n');
    text.append(columns.rule("┏", "━", "┳", "┓"));
    text.append(cells(columns, header, "┃", false));
    text.append(columns.rule("┡", "━", "╇", "┩"));
    for (var row : rows) {
      text.append(cells(columns, row, "│", false)).append(columns.rule("├", "─", "┼", "┤"));
    }
    text.append(cells(columns, footer, "│", true)).append(columns.rule("└", "─", "┴", "┘"));
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

  /** {@return the column widths that keep matches of the pattern whole} */
  private int[] longest(Pattern pattern) {
    return IntStream.range(0, header.size())
        .map(column ->
            Math.max(LEAST, cells(column).mapToInt(line -> longest(pattern, line)).max().orElse(0)))
        .toArray();
  }

  private static int longest(Pattern pattern, String line) {
    return pattern
        .matcher(line)
        .results()
        .mapToInt(match -> match.group().length())
        .max()
        .orElse(0);
  }

  private int[] natural() {
    return IntStream.range(0, header.size())
        .map(column -> cells(column).mapToInt(String::length).max().orElse(0))
        .toArray();
  }

  /** {@return the lines of all cells of a column} */
  private Stream<String> cells(int column) {
    return Stream.of(List.of(header), rows, List.of(footer))
        .flatMap(List::stream)
        .flatMap(row -> row.get(column).lines());
  }

  private static String centred(String text, int width) {
    int left = Math.max(0, width - text.length()) / 2;
    return " ".repeat(left) + text + " ".repeat(Math.max(0, width - text.length() - left));
  }

  private String cells(Columns columns, List<String> row, String bar, boolean footer) {
    var lines =
        IntStream.range(0, row.size())
            .mapToObj(
                i -> row.get(i).lines().flatMap(line -> broken(line, columns.widths()[i])).toList())
            .toList();
    int height = lines.stream().mapToInt(List::size).max().orElse(0);
    var text = new StringBuilder();
    for (int i = 0; i < Math.max(1, height); i++) {
      int number = i;
      var parts = lines.stream().map(cell -> number < cell.size() ? cell.get(number) : "").toList();
      text.append(line(columns, parts, bar, footer));
    }
    return text.toString();
  }

  /** {@return a line in pieces that fit; later pieces are indented at least like the first} */
  private static Stream<String> broken(String line, int width) {
    if (line.length() <= width) {
      return Stream.of(line);
    }
    int wished = line.length() - line.stripLeading().length() + 2;
    int indent = Math.clamp(width - longest(SHAPED, line), 0, wished);
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

  /** {@return the number of characters up to the last possible line break} */
  private static int end(String line, int width) {
    int start = line.length() - line.stripLeading().length();
    for (boolean insideOfShapes : new boolean[] {false, true}) {
      for (int end = width; end > start + 1; end--) {
        if (BREAKS.indexOf(line.charAt(end - 1)) >= 0
            && (insideOfShapes || !isInsideOfShape(line, end))) {
          return end;
        }
      }
    }
    return width;
  }

  private static boolean isInsideOfShape(String line, int end) {
    return line.lastIndexOf('[', end - 1) > line.lastIndexOf(']', end - 1);
  }

  private String line(Columns columns, List<String> parts, String bar, boolean footer) {
    var margin = " ".repeat(columns.space());
    var text = new StringBuilder(bar);
    for (int i = 0; i < parts.size(); i++) {
      var rest = " ".repeat(columns.widths()[i] - parts.get(i).length());
      boolean toTheRight = footer && i == label;
      text.append(margin)
          .append(toTheRight ? rest + parts.get(i) : parts.get(i) + rest)
          .append(margin)
          .append(bar);
    }
    return text.append('\n').toString();
  }
}
