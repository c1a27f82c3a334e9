package io.cambric.compile;

import java.util.ArrayList;
import java.util.List;

/** A text table with aligned columns. Mutable. */
final class TextTable {

  private final String[] head;
  private final boolean[] right;
  private final List<String[]> lines = new ArrayList<>();

  /**
   * Starts an empty table.
   *
   * @param head titles of the columns; titles that begin with {@code <} are aligned right
   */
  TextTable(String... head) {
    this.head = new String[head.length];
    this.right = new boolean[head.length];
    for (int i = 0; i < head.length; i++) {
      right[i] = head[i].startsWith("<");
      this.head[i] = right[i] ? head[i].substring(1) : head[i];
    }
  }

  /** {@return the number of a reserved line, to be set later} */
  int reserve() {
    lines.add(new String[0]);
    return lines.size() - 1;
  }

  void set(int line, String... cells) {
    lines.set(line, cells);
  }

  String toText() {
    int[] widths = new int[head.length];
    var all = new ArrayList<String[]>();
    all.add(head);
    all.addAll(lines);
    for (var cells : all) {
      for (int i = 0; i < cells.length; i++) {
        widths[i] = Math.max(widths[i], cells[i].length());
      }
    }
    var text = new StringBuilder();
    for (var cells : all) {
      var line = new StringBuilder();
      for (int i = 0; i < cells.length; i++) {
        var space = " ".repeat(widths[i] - cells[i].length());
        line.append(right[i] ? space + cells[i] : cells[i] + space).append("  ");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
